import { invalidValue } from '../contract/errors.ts';
import type { FileOptions, FileQuestion } from '../contract/portal/import-file.ts';
import { previewOf, readCsv } from './import-csv.ts';
import { type ImportTable, noTable } from './import-table.ts';
import { encodingChoices, requireKnown, unicodeOf } from './import-text.ts';
import { readXlsx } from './import-xlsx.ts';

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, i) => bytes[i] === byte);

/**
 * Reads a CSV file or an Excel workbook as a table, or says what a person has to choose first: the encoding of a text that is not
 * Unicode, or one of several sheets. It takes seconds for a large file, so it runs in a process of its own. Contract: Imports.
 * @throws VALIDATION_FAILED at `file`, naming the line or row
 */
export async function readImportFile(
  bytes: Uint8Array,
  { encoding, sheet, header }: FileOptions = {},
): Promise<ImportTable | FileQuestion> {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return readXlsx(bytes, sheet, header);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw invalidValue(
      'file',
      'This is an old .xls file, or one with a password. Save it as .xlsx without a password.',
    );
  }
  const known = encoding === undefined ? unicodeOf(bytes) : requireKnown(encoding);
  if (known !== null) return readCsv(bytes, known, header);
  if (bytes.includes(0)) throw noTable();
  return { choose: 'encoding', choices: await encodingChoices(bytes, previewOf) };
}
