import { type ImportType, type ImportTypeName, importTypes } from '../portal/import-fields.ts';

/** A job as far as the reasons of its rows need it. The source of an import has a mapping and defaults. */
type ReasonedJob = { action: string; source: object };

/** The columns and the values for all rows, by field. */
type FieldSource = { mapping?: Record<string, string>; defaults?: Record<string, string> };

/** Fields that give others which have no cell of their own. */
const givers: Record<string, readonly string[]> = {
  firstName: ['fullName', 'companyName'],
  lastName: ['fullName', 'companyName'],
};

/**
 * The reason of a refused row, with the label of its field and, where the file names it otherwise, with the column: "Email
 * (column “E-mail 2”): Enter an email address." Contract: Imports.
 * @param cells of the row, by column; null where they are not known
 */
export function rowReasonText(
  { action, source }: ReasonedJob,
  cells: Record<string, unknown> | null,
  { field, message }: { field: string; message: string },
): string {
  const type: ImportType | undefined = importTypes[action as ImportTypeName];
  const label = type?.fields[field]?.label;
  if (!label) return message;
  const place = placeOf(field, label, source, cells ?? {});
  return place ? `${label} (${place}): ${message}` : `${label}: ${message}`;
}

/** Where the value of a field is written; null where the label says it. */
function placeOf(field: string, label: string, source: FieldSource, cells: Record<string, unknown>) {
  const { mapping = {}, defaults = {} } = source;
  const columns = [field, ...(givers[field] ?? [])].flatMap((name) => mapping[name] ?? []);
  const written = columns.find((column) => String(cells[column] ?? '').trim() !== '');
  if (!written && defaults[field]) return 'the value for all rows';
  const column = written ?? columns[0];
  const isNamed = !column || column.toLowerCase() === label.toLowerCase();
  return isNamed ? null : `column “${column}”`;
}
