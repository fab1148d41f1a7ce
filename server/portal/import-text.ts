import { invalidValue } from '../contract/errors.ts';
import type { FileChoice } from '../contract/portal/import-file.ts';

/** Encodings of files that are not Unicode, in the order in which they are offered, with what a person calls them. */
const encodings: Record<string, string> = {
  'windows-1252': 'Western European',
  'windows-1251': 'Cyrillic',
  'windows-1250': 'Central European',
  'windows-1256': 'Arabic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1257': 'Baltic',
  'windows-1258': 'Vietnamese',
  'windows-874': 'Thai',
  'koi8-r': 'Cyrillic, KOI8-R',
  ibm866: 'Cyrillic, DOS',
  macintosh: 'Western European, old Mac',
  gb18030: 'Chinese, simplified',
  big5: 'Chinese, traditional',
  shift_jis: 'Japanese',
  'euc-kr': 'Korean',
};

/** Names of the detector for encodings that TextDecoder reads as one of ours. */
const sameAs: Record<string, string> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-2': 'windows-1250',
  'iso-8859-5': 'windows-1251',
  'iso-8859-6': 'windows-1256',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
};

/** The number of bytes that identify UTF-16 without a byte order mark, and that the detector reads. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * The encoding of a text file: UTF-8, or UTF-16 with or without a byte order mark; null for a file that is none of them, whose
 * encoding a person has to choose.
 */
export function unicodeOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Separators and digits have a zero byte in UTF-16, whatever the script.
  if (odd > sample.length / 20 && even === 0) return 'utf-16le';
  if (even > sample.length / 20 && odd === 0) return 'utf-16be';
  return isValid(bytes, 'utf-8') ? 'utf-8' : null;
}

function isValid(bytes: Uint8Array, encoding: string): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += SAMPLE_BYTES) {
      decoder.decode(bytes.subarray(at, at + SAMPLE_BYTES), { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** The text of a file, piece by piece. A byte order mark is left out. */
export function* decoded(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += SAMPLE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + SAMPLE_BYTES), { stream: true });
  }
  yield decoder.decode();
}

/** How many guesses of the detector go before the order of `encodings`. With few letters it guesses badly. */
const GUESSES = 2;

/** Lines of the preview, after the header. */
const PREVIEWED = 3;

/**
 * The encodings that a file may have, the likeliest first, each with the header and the first lines that have letters outside
 * ASCII. One that reads these lines as another does comes after all that differ.
 * @param tableOf reads lines as a table
 */
export async function encodingChoices(
  bytes: Uint8Array,
  tableOf: (text: string) => FileChoice['preview'],
): Promise<FileChoice[]> {
  const lines = tellingLines(bytes);
  // A bundle has only the default export of a CommonJS package that is loaded at run time.
  const { default: chardet } = await import('chardet');
  const ranked = chardet.analyse(bytes.subarray(0, SAMPLE_BYTES)).map(({ name }) => {
    const lower = name.toLowerCase();
    return sameAs[lower] ?? lower;
  });
  const guesses = ranked.filter((each) => each in encodings).slice(0, GUESSES);
  const choices = [...new Set([...guesses, ...Object.keys(encodings)])]
    .filter((encoding) => isValid(bytes, encoding))
    .map((encoding) => ({ encoding, text: new TextDecoder(encoding).decode(lines) }));
  const isFirst = ({ text }: { text: string }, i: number) =>
    choices.findIndex((other) => other.text === text) === i;
  const ordered = [...choices.filter(isFirst), ...choices.filter((choice, i) => !isFirst(choice, i))];
  return ordered.map(({ encoding, text }) => ({
    value: encoding,
    label: `${encodings[encoding]} (${encoding})`,
    preview: tableOf(text),
  }));
}

/** The first line, and the first lines with a byte outside ASCII. No encoding of the list has a line feed inside a character. */
function tellingLines(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let start = 0;
  while (start < bytes.length && lines.length <= PREVIEWED) {
    const at = bytes.indexOf(0x0a, start);
    const end = at < 0 ? bytes.length : at + 1;
    const line = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES));
    if (start === 0 || line.some((byte) => byte >= 0x80)) lines.push(line);
    start = end;
  }
  return Buffer.concat(lines);
}

/** @throws VALIDATION_FAILED at `encoding` for one that is not offered */
export function requireKnown(encoding: string): string {
  if (Object.hasOwn(encodings, encoding) || /^utf-(?:8|16le|16be)$/.test(encoding)) return encoding;
  throw invalidValue('encoding', 'This encoding is not known.');
}
