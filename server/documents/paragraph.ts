import bidiFactory, { type BidiCharTypeName } from 'bidi-js';
import LineBreaker from 'linebreak';
import type { Font, FontSet, Weight } from './fonts.ts';

/** A piece of a paragraph with one font, one script and one direction. Positions are in UTF-16 units. */
export type Item = {
  start: number;
  end: number;
  font: Font /** Of `SHARED_FONT`, or -1. */;
  script: number;
  level: number;
};

/** A text without line feeds, before it is broken into lines. */
export type Paragraph = { text: string; items: Item[]; isRightToLeft: boolean };

const bidi = bidiFactory();
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

const STRONG = /[\p{L}\p{N}]/u;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
/** Scripts that share a font. All others have their own. */
const SHARED_FONT = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);
/** Scripts without blanks between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** Overrides would show an account number backwards. Soft hyphens and byte order marks have no place on paper. */
const DROPPED = /[\p{Cc}\u00ad\u202d\u202e\ufeff]+/gu;
const REPLACEMENT = '\ufffd';

/**
 * The text of a paragraph as it is set: composed, with single blanks, and `U+FFFD` for each character that no font has.
 * Joiners and direction marks stay, because they shape and order the text around them.
 */
export function settable(text: string, fonts: FontSet): string {
  const blanks = text
    .normalize('NFC')
    .replace(/[ \t]+/g, ' ')
    .replace(DROPPED, '');
  return Array.from(blanks, (each) =>
    IGNORABLE.test(each) || fonts.find([each.codePointAt(0) as number], 'regular', text) ? each : REPLACEMENT,
  ).join('');
}

/** One character of the Basic Multilingual Plane for each bidirectional class: bidi-js reads UTF-16 units. */
const STAND_IN: Partial<Record<BidiCharTypeName, string>> = {
  ...{ L: 'a', R: '\u05d0', AL: '\u0627', EN: '1', AN: '\u0660', NSM: '\u0300', ON: '!', BN: '\u200b' },
};

/**
 * The embedding level of each UTF-16 unit by the Unicode Bidirectional Algorithm. The first strong character gives the
 * direction of the paragraph, isolated or not. Contract: Invoice.
 */
function levelsOf(text: string): { levels: Uint8Array; isRightToLeft: boolean } {
  let direction: 'ltr' | 'rtl' | undefined;
  let units = '';
  for (const each of text) {
    const type = bidi.getBidiCharTypeName(each);
    if (type === 'L') direction ??= 'ltr';
    if (type === 'R' || type === 'AL') direction ??= 'rtl';
    units += each.length === 1 ? each : (STAND_IN[type] ?? '!').repeat(2);
  }
  const { levels } = bidi.getEmbeddingLevels(units, direction ?? 'ltr');
  return { levels, isRightToLeft: direction === 'rtl' };
}

/** Splits a paragraph into items. `text` is the outcome of `settable`. */
export function paragraphOf(text: string, fonts: FontSet, weight: Weight): Paragraph {
  const { levels, isRightToLeft } = levelsOf(text);
  const items: Item[] = [];
  let script = -1;
  for (const { segment, index } of clusters.segment(text)) {
    for (const { start, end, font } of fontsOf(segment, index, items.at(-1)?.font)) {
      const level = levels[start] ?? 0;
      const own = SHARED_FONT.findIndex((each) => each.test(text.slice(start, end)));
      const isOther = own >= 0 && script >= 0 && own !== script;
      if (own >= 0) script = own;
      const last = items.at(-1);
      if (last?.font === font && last.level === level && !isOther) last.end = end;
      else items.push({ start, end, font, script, level });
    }
  }
  return { text, items, isRightToLeft };

  /** One font for a cluster, else one for each character. */
  function fontsOf(cluster: string, index: number, before: Font | undefined) {
    const points = Array.from(cluster).filter((each) => !IGNORABLE.test(each));
    const codes = points.map((each) => each.codePointAt(0) as number);
    const whole = { start: index, end: index + cluster.length };
    // Signs that several scripts share, and joiners, belong to the text before them.
    const isShared = !STRONG.test(cluster) && before !== undefined && codes.every((code) => before.has(code));
    const font =
      codes.length > 0 || !before ? fonts.find(codes, weight, text, isShared ? before : undefined) : before;
    if (font) return [{ ...whole, font }];
    let start = index;
    return Array.from(cluster, (each) => {
      const piece = { start, end: start + each.length };
      start = piece.end;
      const code = each.codePointAt(0) as number;
      const own = IGNORABLE.test(each) ? before : fonts.find([code], weight, text);
      return { ...piece, font: own ?? fallback() };
    });
  }

  function fallback(): Font {
    const font = fonts.find([0xfffd], weight, text);
    if (!font) throw new Error('No font has U+FFFD');
    return font;
  }
}

/** Where a line may end, in order, by Unicode Standard Annex 14, and between words of scripts without blanks. */
export function breaksOf(text: string): number[] {
  const breaks: number[] = [];
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) breaks.push(next.position);
  for (const { 0: run, index } of text.matchAll(UNSPACED)) {
    for (const { index: at } of words.segment(run)) if (at > 0) breaks.push(index + at);
  }
  return breaks.sort((one, other) => one - other);
}

/** The boundaries of graphemes, where a word that is longer than a line is cut. */
export function graphemeEnds(text: string): number[] {
  return Array.from(clusters.segment(text), ({ segment, index }) => index + segment.length);
}

/** The items between two positions, in the order in which they are drawn from left to right. */
export function visualItems({ items }: Paragraph, start: number, end: number): Item[] {
  const line = items
    .filter((item) => item.start < end && item.end > start)
    .map((item) => ({ ...item, start: Math.max(item.start, start), end: Math.min(item.end, end) }));
  const highest = Math.max(0, ...line.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < line.length; from++) {
      let to = from;
      while ((line[to]?.level ?? -1) >= level) to++;
      if (to > from) line.splice(from, to - from, ...line.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  }
  return joined(line);
}

/** Joins neighbours that are shaped as one: levels order items, but only their direction shapes them. */
function joined(line: Item[]): Item[] {
  const runs: Item[] = [];
  for (const item of line) {
    const last = runs.at(-1);
    const follows = item.level % 2 === 0 ? last?.end === item.start : last?.start === item.end;
    const isAlike = last?.font === item.font && last.script === item.script;
    if (last && follows && isAlike && (last.level - item.level) % 2 === 0) {
      last.start = Math.min(last.start, item.start);
      last.end = Math.max(last.end, item.end);
    } else runs.push(item);
  }
  return runs;
}
