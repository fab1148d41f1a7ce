/** The basic table of GSM 03.38: each letter is one septet. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Its extension table: an escape and a letter, two septets that stay in one part. */
const EXTENDED = '\f^{}\\[~]|€';

export type SmsSize = { encoding: 'GSM-7' | 'UCS-2'; parts: number };

/** One part without, and each of several parts with the header that joins them: septets of GSM-7, 16-bit units of UCS-2. */
const LIMITS = { 'GSM-7': [160, 153], 'UCS-2': [70, 67] } as const;

/**
 * The encoding of an SMS and the number of parts that are billed. One letter outside GSM-7 makes the whole text UCS-2. A letter of two
 * units is never split between parts, so that a part may be shorter. An empty text has no part.
 */
export function sizeOfSms(text: string): SmsSize {
  const encoding = isGsm(text) ? 'GSM-7' : 'UCS-2';
  const [single, joined] = LIMITS[encoding];
  let [total, parts, used] = [0, 1, 0];
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const length = code > 0xffff ? 2 : 1;
    const units = encoding === 'GSM-7' ? septetsOf(code) : length;
    total += units;
    if (used + units > joined) [parts, used] = [parts + 1, 0];
    used += units;
    at += length;
  }
  if (total > single) return { encoding, parts };
  return { encoding, parts: total === 0 ? 0 : 1 };
}

/** The septets of each letter of GSM-7, by its code; 0 for any other. A text is counted for each of thousands of readers. */
const SEPTETS = new Uint8Array(0x2100);
for (const letter of BASIC) SEPTETS[letter.charCodeAt(0)] = 1;
for (const letter of EXTENDED) SEPTETS[letter.charCodeAt(0)] = 2;

const septetsOf = (code: number) => SEPTETS[code] ?? 0;

function isGsm(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (septetsOf(text.charCodeAt(at)) === 0) return false;
  return true;
}
