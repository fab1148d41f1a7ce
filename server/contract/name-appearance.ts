/** Imports no library, so that pages can import it at no cost. */

/**
 * Letters of other scripts, and letters of their own, that look like ASCII letters. Each line is one ASCII letter and its doubles.
 * The case counts: the Greek `Ν` looks like `N`, and `ν` like `v`.
 */
const doubles = [
  'aАаΑαɑᴀ',
  'bВвΒβЬьƄʙ',
  'cСсϹϲⅽᴄ',
  'dԀԁⅾᴅđĐ',
  'eЕеΕεҽᴇ',
  'fϜϝʄꜰ',
  'gԌɡցɢ',
  'hНнΗһҺհʜħĦ',
  'iІіΙιӀӏıɩɪ1lLłŁ',
  'jЈјʝϳյᴊ',
  'kКкΚκᴋ',
  'mМмΜᴍ',
  'nΝηпոռɴ',
  'oОоΟοσօ0ᴏøØ',
  'pРрΡρᴘ',
  'qԚԛգզ',
  'rгᴦʀ',
  'sЅѕꜱ',
  'tТтΤτᴛ',
  'uυսՍʋᴜ',
  'vνѴѵᴠ',
  'wԜԝωѡաᴡ',
  'xХхΧχҳ',
  'yУуΥγүҮʏ',
  'zΖᴢ',
] as const;

const letterOf = new Map(
  doubles.flatMap(([letter = '', ...others]) => others.map((other) => [other, letter])),
);

/** Longer texts are never names, and their normal form can take long. */
const MAX_LENGTH = 400;

/**
 * What a name looks like. People cannot distinguish two names with one appearance. It has no case, blanks, punctuation, symbols, invisible
 * characters and accents, and one letter for those that look alike (`l`, `I` and `1`; `а` of Cyrillic and `a`; `rn` and `m`). Empty for a
 * name that shows nothing. Contract: Team.
 */
export function appearanceOf(name: string): string {
  return [...name.slice(0, MAX_LENGTH).normalize('NFKD')]
    .filter(
      (char) =>
        /[\p{L}\p{N}\p{M}]/u.test(char) &&
        !/[\p{Default_Ignorable_Code_Point}\u0640\u02b0-\u02ff]/u.test(char),
    )
    .join('')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .replace(/./gsu, (char) => letterOf.get(char) ?? char)
    .toLowerCase()
    .replace(/./gsu, (char) => letterOf.get(char) ?? char)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .normalize('NFC');
}

const scripts = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic', 'Georgian', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

/** Whether a word of a name mixes alphabets with letters that look alike, such as Latin and Cyrillic. */
export function mixesAlphabets(name: string): boolean {
  return name
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => scripts.filter((script) => script.test(word)).length > 1);
}
