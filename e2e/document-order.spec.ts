import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { fontsFor } from '../server/documents/fonts.ts';
import { paragraphOf, settable, visualItems } from '../server/documents/paragraph.ts';

/** What the Unicode Bidirectional Algorithm treats differently. */
const PIECES = [
  ...['abc', 'X', 'ع', 'شارع', 'לא', '北', 'ไทย', 'कि', '😀', '١٥', '15', '1,2', '3.5'],
  ...[
    '(',
    ')',
    '[',
    ']',
    '«',
    '»',
    ' ',
    ' ',
    '-',
    '+',
    '%',
    '$',
    '€',
    '/',
    ':',
    '،',
    '"',
    '!',
    '@',
    '#',
    '*',
    '٪',
  ],
  ...['\u200e', '\u200f', '\u2067', '\u2068', '\u2069'],
];

const texts = fc
  .sample(fc.array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 14 }), { numRuns: 500, seed: 7 })
  .map((pieces) => pieces.join('').replace(/ +/g, ' ').trim())
  .filter((text) => text !== '');

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Where graphemes begin in the text, in the order in which the PDF draws them from left to right. */
async function drawn(text: string): Promise<{ order: number[]; isRightToLeft: boolean }> {
  const fonts = await fontsFor([text], []);
  expect(settable(text, fonts)).toBe(text);
  const paragraph = paragraphOf(text, fonts, 'regular');
  const order = visualItems(paragraph, 0, text.length).flatMap(({ start, end, level }) => {
    const starts = Array.from(graphemes.segment(text.slice(start, end)), ({ index }) => start + index);
    return level % 2 === 1 ? starts.reverse() : starts;
  });
  return { order, isRightToLeft: paragraph.isRightToLeft };
}

test('documents order text as the browser does', async ({ page }) => {
  const documents = await Promise.all(texts.map(drawn));
  await page.setContent('<meta charset="utf-8"><body style="font: 20px sans-serif; white-space: pre">');
  const lines = documents.map(({ isRightToLeft }, i) => ({ text: texts[i] ?? '', isRightToLeft }));
  const seen = await page.evaluate((drawings) => {
    return drawings.map(({ text, isRightToLeft }) => {
      const line = document.createElement('span');
      line.style.cssText = 'display: inline-block; unicode-bidi: isolate';
      line.dir = isRightToLeft ? 'rtl' : 'ltr';
      line.textContent = text;
      document.body.append(line);
      const range = document.createRange();
      let at = 0;
      const places = [...text].map((letter) => {
        range.setStart(line.firstChild as Node, at);
        range.setEnd(line.firstChild as Node, at + letter.length);
        const { left, width } = range.getBoundingClientRect();
        at += letter.length;
        return { start: at - letter.length, left, width };
      });
      line.remove();
      return places.filter(({ width }) => width > 0.5);
    });
  }, lines);
  for (const [i, places] of seen.entries()) {
    const ours = documents[i]?.order ?? [];
    const visible = new Set(places.map(({ start }) => start));
    const theirs = places.sort((one, other) => one.left - other.left).map(({ start }) => start);
    expect(
      ours.filter((start) => visible.has(start)),
      texts[i],
    ).toEqual(theirs.filter((start) => ours.includes(start)));
  }
});
