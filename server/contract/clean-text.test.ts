import { expect, test } from 'vitest';
import { cleaned, cleanedId, hasTooManyMarks, isUnseen } from './clean-text.ts';

/** One of each kind of character without a width, and blanks. */
const invisible = [
  ...['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u180e'],
  ...['\u200e', '\u200f', '\u061c', '\u202a', '\u202c', '\u202e', '\u2066', '\u2068', '\u2069'],
  ...['\u034f', '\u115f', '\u1160', '\u3164', '\uffa0', '\u2800', '\u2063', '\u{e0001}'],
];
const blanks = [' ', '\t', '\n', '\u00a0', '\u3000', '\u2028'];

const codePoint = (character: string) => `U+${(character.codePointAt(0) ?? 0).toString(16)}`;

test.each(invisible.map((each) => [codePoint(each), each]))(
  '%s is trimmed, removed in ids and is no text',
  (_, each) => {
    expect(cleaned(` ${each} José${each}Ñ ${each}`, 100)).toBe(`José${each}Ñ`);
    expect(cleanedId(`${each}+254${each}712${each}`, 100)).toBe('+254712');
    expect(cleaned(each.repeat(3), 100)).toBe('');
    expect(isUnseen(` ${each}\t`)).toBe(true);
  },
);

test.each(blanks.map((each) => [codePoint(each), each]))(
  'the blank %s is trimmed and stays inside an id',
  (_, each) => {
    expect(cleaned(`${each}a b${each}`, 100)).toBe('a b');
    expect(cleanedId(`${each}a b${each}`, 100)).toBe('a b');
    expect(isUnseen(each)).toBe(true);
  },
);

test('a joiner between letters and the end of an emoji stay', () => {
  const persian = '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645';
  for (const kept of [
    persian,
    '❤\ufe0f',
    '👩\u200d🚀',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ]) {
    expect(cleaned(` ${kept}\u200f`, 100)).toBe(kept);
  }
  expect(cleaned('\ufe0f\u{e007f}', 100)).toBe('');
});

test('text is in form NFC', () => {
  expect(cleaned('Jose\u0301', 4)).toBe('Jos\u00e9');
  expect(cleaned('\u03b1\u0313\u0300\u0345', 1)).toBe('\u1f82');
  expect(cleanedId('ID-e\u200b\u0301', 100)).toBe('ID-\u00e9');
});

test('a text that is too long whatever its form is not composed', () => {
  const marks = `a${'\u0315\u0300'.repeat(40_000)}`;
  expect(cleaned(marks, 100)).toBe(marks);
  expect(cleanedId(marks, 100)).toBe(marks);
});

test('lone surrogates stay, for the check that refuses them', () => {
  for (const lone of ['\ud800', 'a\udc00', '\udc00\ud800']) {
    expect(cleaned(lone, 100)).toBe(lone);
    expect(isUnseen(lone)).toBe(false);
  }
});

test('a text with more than 30 combining marks in a row is not composed', () => {
  const marks = (n: number) => `e${'\u0323\u0301'.repeat(n / 2)}`;
  expect(cleaned(marks(30), 100)).toBe(marks(30).normalize('NFC'));
  expect(cleaned(marks(32), 100)).toBe(marks(32));
  expect(hasTooManyMarks(marks(30) + marks(30))).toBe(false);
  expect(hasTooManyMarks(marks(32))).toBe(true);
});

test('a text that is far too long is returned as it is', () => {
  const blanks = `${' '.repeat(10_000)}Ada`;
  expect(cleaned(blanks, 100)).toBe(blanks);
  expect(cleanedId(blanks, 100)).toBe(blanks);
  expect(isUnseen(' '.repeat(10_000))).toBe(false);
});
