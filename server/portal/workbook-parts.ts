import { inflateRawSync } from 'node:zlib';
import { invalidValue, type Refusal } from '../contract/errors.ts';

/** The most bytes of all parts of a workbook, unpacked. */
const MAX_UNPACKED = 120 * 1024 * 1024;

/** The refusal of bytes that are no workbook. */
export function unreadable(): Refusal {
  return invalidValue('file', 'This .xlsx file cannot be read. Open it in a spreadsheet and save it again.');
}

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_COMMENT = 65_535;

/** A part of a workbook: its name and its bytes, unpacked. */
export type Part = { name: Uint8Array; content: Uint8Array };

/**
 * The parts of a ZIP archive, as its directory names them.
 * @throws VALIDATION_FAILED at `file` for no archive, and for one that is too large unpacked
 */
export function partsOf(bytes: Uint8Array): Part[] {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end >= bytes.length - 22 - MAX_COMMENT && data.getUint32(end, true) !== END_OF_DIRECTORY)
    end--;
  if (end < 0 || end < bytes.length - 22 - MAX_COMMENT) throw unreadable();
  let at = data.getUint32(end + 16, true);
  let left = MAX_UNPACKED;
  const parts: Part[] = [];
  try {
    for (let n = data.getUint16(end + 10, true); n > 0; n--) {
      if (data.getUint32(at, true) !== ENTRY) throw unreadable();
      const method = data.getUint16(at + 10, true);
      const [packed, size] = [data.getUint32(at + 20, true), data.getUint32(at + 24, true)];
      left -= size;
      if (left < 0) throw tooLarge();
      const local = data.getUint32(at + 42, true);
      const from = local + 30 + data.getUint16(local + 26, true) + data.getUint16(local + 28, true);
      const content = contentOf(bytes.subarray(from, from + packed), method, size);
      const length = data.getUint16(at + 28, true);
      parts.push({ name: bytes.subarray(at + 46, at + 46 + length), content });
      at += 46 + length + data.getUint16(at + 30, true) + data.getUint16(at + 32, true);
    }
  } catch (error) {
    // The directory points beyond the file.
    throw error instanceof RangeError ? unreadable() : error;
  }
  return parts;
}

function contentOf(packed: Uint8Array, method: number, size: number): Uint8Array {
  let content = packed;
  try {
    if (method === 8) content = inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw unreadable();
  }
  if (content.length !== size) throw unreadable();
  return content;
}

/** A ZIP archive of parts that are not packed. Their check sums are 0: the library does not read them. */
export function archiveOf(parts: readonly Part[]): Buffer {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, content } of parts) {
    // Version, flags (names in UTF-8), method, time and date, check sum, both sizes, and the lengths of name and extra field.
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x800, 2);
    head.writeUInt32LE(content.length, 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(name.length, 22);
    files.push(uint32(LOCAL), head, name, content);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(uint32(ENTRY), Buffer.from([20, 0]), head, rest, name);
    at += 30 + name.length + content.length;
  }
  const [file, list] = [Buffer.concat(files), Buffer.concat(directory)];
  const end = Buffer.alloc(18);
  for (const offset of [4, 6]) end.writeUInt16LE(parts.length, offset);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(file.length, 12);
  return Buffer.concat([file, list, uint32(END_OF_DIRECTORY), end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function tooLarge(): Refusal {
  return invalidValue('file', `The file is larger than ${MAX_UNPACKED / 1024 / 1024} MB unpacked. Split it.`);
}
