import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A package of Google's Noto fonts. Its files hold one script each, or a part of one for Chinese, Japanese and Korean. */
export type NotoFamily = { name: string };

type FilePart = { file: string; ranges: [first: number, last: number][] };

const packages = createRequire(import.meta.url);

const HAN = {
  sc: { name: 'noto-sans-sc' },
  tc: { name: 'noto-sans-tc' },
  jp: { name: 'noto-sans-jp' },
  kr: { name: 'noto-sans-kr' },
} satisfies Record<string, NotoFamily>;
type HanStyle = keyof typeof HAN;

/** Scripts that no other family of the list has. */
const SCRIPTS: NotoFamily[] = [
  ...['arabic', 'hebrew', 'ethiopic', 'devanagari', 'bengali', 'tamil', 'thai', 'armenian', 'georgian'],
  ...[
    'gujarati',
    'gurmukhi',
    'kannada',
    'khmer',
    'lao',
    'malayalam',
    'myanmar',
    'oriya',
    'sinhala',
    'telugu',
  ],
  'thaana',
].map((script) => ({ name: `noto-sans-${script}` }));

const EMOJI: NotoFamily = { name: 'noto-emoji' };

const HAN_OF_COUNTRY: Record<string, HanStyle> = {
  CN: 'sc',
  SG: 'sc',
  JP: 'jp',
  KR: 'kr',
  KP: 'kr',
  TW: 'tc',
  HK: 'tc',
  MO: 'tc',
};

/** Which forms Han characters have in a text: those of the language that its other characters or its country imply. */
export function hanStyle(text: string, countries: (string | null)[]): HanStyle {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  if (/\p{Script=Hangul}/u.test(text)) return 'kr';
  if (/\p{Script=Bopomofo}/u.test(text)) return 'tc';
  for (const country of countries) {
    const style = country && HAN_OF_COUNTRY[country];
    if (style) return style;
  }
  return 'sc';
}

/** All families, in the order in which a character is looked up. */
export function notoFamilies(style: HanStyle): NotoFamily[] {
  const others = Object.values(HAN).filter((family) => family !== HAN[style]);
  return [...SCRIPTS, HAN[style], ...others, EMOJI];
}

const parts = new Map<NotoFamily, FilePart[]>();

/** Parses `U+600-6ff,U+750`. */
function rangesOf(list: string): [number, number][] {
  return list.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function partsOf(family: NotoFamily): FilePart[] {
  const known = parts.get(family);
  if (known) return known;
  const pack = `@fontsource-variable/${family.name}`;
  const ranges: Record<string, string> = JSON.parse(
    readFileSync(packages.resolve(`${pack}/unicode.json`), 'utf8'),
  );
  const read = Object.entries(ranges).map(([part, list]) => ({
    file: `${pack}/files/${family.name}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ranges: rangesOf(list),
  }));
  parts.set(family, read);
  return read;
}

const files = new Map<NotoFamily, Map<number, string | undefined>>();

/** The module name of the file of a family that has a character. */
export function fileOf(family: NotoFamily, codePoint: number): string | undefined {
  const known = files.get(family) ?? new Map<number, string | undefined>();
  files.set(family, known);
  if (!known.has(codePoint)) {
    const has = ({ ranges }: FilePart) =>
      ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
    known.set(codePoint, partsOf(family).find(has)?.file);
  }
  return known.get(codePoint);
}

/** The content of a file of a package. */
export function packageFile(name: string): Uint8Array {
  return readFileSync(packages.resolve(name));
}
