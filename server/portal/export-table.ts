import type { z } from 'zod';
import { exportHeading, namedBy } from '../contract/texts/export-headings.ts';
import { wallTime } from '../contract/zoned-time.ts';
import { fieldsOf } from './csv.ts';

/** The names of ids, as far as they have one. */
type Names = Readonly<Record<string, string>>;

type Column = {
  heading: string;
  read: (item: object, names: Names) => unknown;
};

/** A list as a table for a spreadsheet: its headings, the ids that need names, and the cells of an item. */
export type ExportTable = {
  headings: string[];
  idsIn: (items: object[]) => string[];
  cellsOf: (item: object, names: Names) => unknown[];
};

/**
 * The table of a list, from the schema of an item. A name stands before its id, and times are those of a time zone, which the heading has.
 * @param list its path in the API
 */
export function exportTable(list: string, item: z.core.$ZodType, timeZone: string): ExportTable {
  const fields = fieldsOf(item);
  const named = fields.filter(({ path }) => Object.hasOwn(namedBy, path));
  const columns = fields.flatMap(({ path, isInstant }): Column[] => {
    const heading = exportHeading(list, path);
    const value = readerOf(path);
    if (isInstant) {
      return [{ heading: `${heading} (${timeZone})`, read: (row) => localTime(value(row), timeZone) }];
    }
    const name = namedBy[path];
    const own = { heading, read: value };
    if (!named.some((each) => each.path === path) || name === undefined) return [own];
    return [{ heading: name, read: (row, names) => names[String(value(row))] ?? '' }, own];
  });
  return {
    headings: columns.map(({ heading }) => heading),
    idsIn: (items) =>
      [...new Set(items.flatMap((row) => named.map(({ path }) => readerOf(path)(row))))].filter(
        (id) => typeof id === 'string',
      ),
    cellsOf: (row, names) => columns.map(({ read }) => read(row, names)),
  };
}

/** Reads a field by its path. A part of an object that is null is null. */
function readerOf(path: string): (item: object) => unknown {
  const keys = path.split('.');
  return (item) =>
    keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], item);
}

function localTime(value: unknown, timeZone: string): unknown {
  return typeof value === 'string' ? wallTime(value, timeZone) : value;
}
