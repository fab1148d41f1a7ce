/** The basic table of GSM 03.38: each letter is one septet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** Its extension table: an escape and a letter, two septets that stay in one part. */
const EXTENDED = new Set('\f^{}\\[~]|€');

export type SmsSize = { encoding: 'GSM-7' | 'UCS-2'; parts: number };

/** One part without, and each of several parts with the header that joins them: septets of GSM-7, 16-bit units of UCS-2. */
const LIMITS = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

/**
 * The encoding of an SMS and the number of parts that are billed. One letter outside GSM-7 makes the whole text UCS-2. A letter of two
 * units is never split between parts, so that a part may be shorter. An empty text has no part.
 */
export function sizeOfSms(text: string): SmsSize {
  const letters = [...text];
  const isGsm = letters.every((letter) => BASIC.has(letter) || EXTENDED.has(letter));
  const encoding = isGsm ? 'GSM-7' : 'UCS-2';
  const units = letters.map((letter) => (isGsm ? (EXTENDED.has(letter) ? 2 : 1) : letter.length));
  const [single, joined] = LIMITS[encoding];
  const total = units.reduce((sum, each) => sum + each, 0);
  if (total <= single) return { encoding, parts: total === 0 ? 0 : 1 };
  let [parts, used] = [1, 0];
  for (const each of units) {
    if (used + each > joined) [parts, used] = [parts + 1, 0];
    used += each;
  }
  return { encoding, parts };
}
