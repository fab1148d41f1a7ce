import { expect, test } from 'vitest';
import { sizeOfSms } from './parts.ts';

test.each([
  ['nothing', '', 'GSM-7', 0],
  ['160 letters of GSM-7', 'a'.repeat(160), 'GSM-7', 1],
  ['161 letters of GSM-7', 'a'.repeat(161), 'GSM-7', 2],
  ['306 letters, two parts of 153', 'a'.repeat(306), 'GSM-7', 2],
  ['307 letters', 'a'.repeat(307), 'GSM-7', 3],
  ['80 euros, two septets each', '€'.repeat(80), 'GSM-7', 1],
  ['81 euros', '€'.repeat(81), 'GSM-7', 2],
  ['an escape that does not fit the end of a part', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 3],
  ['letters of the table that ASCII lacks', 'èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà'.repeat(4), 'GSM-7', 1],
  ['a letter that GSM-7 lacks: ç', `ç${'a'.repeat(69)}`, 'UCS-2', 1],
  ['71 letters with one of them', `ç${'a'.repeat(70)}`, 'UCS-2', 2],
  ['135 letters of UCS-2, two parts of 67 and one', `ç${'a'.repeat(134)}`, 'UCS-2', 3],
  ['35 emoji, two units each', '😀'.repeat(35), 'UCS-2', 1],
  ['36 emoji', '😀'.repeat(36), 'UCS-2', 2],
  ['an emoji that does not fit the end of a part', `${'ç'.repeat(66)}😀${'ç'.repeat(66)}`, 'UCS-2', 3],
  ['a typographic apostrophe', `it’s ${'a'.repeat(66)}`, 'UCS-2', 2],
  ['a back-tick, which GSM-7 lacks', '`', 'UCS-2', 1],
  ['a no-break space, which GSM-7 lacks', 'KES\u00a010', 'UCS-2', 1],
])('%s', (_, text, encoding, parts) => {
  expect(sizeOfSms(text)).toEqual({ encoding, parts });
});
