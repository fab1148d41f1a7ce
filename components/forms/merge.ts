/** A field that has another value in the stored resource than when the form began. */
export type MergedField = {
  field: string;
  /** The value of the form. */
  mine: unknown;
  /** The stored value. */
  theirs: unknown;
  /** Whether the form has changed the field too. */
  isMine: boolean;
};

type Values = Readonly<Record<string, unknown>>;

/**
 * The fields that differ between what a form began with and what is stored now.
 * @param base what the form began with
 */
export function mergedFields(base: Values, mine: Values, theirs: Values): MergedField[] {
  return Object.keys(theirs)
    .filter((field) => !isSame(base[field], theirs[field]) && !isSame(mine[field], theirs[field]))
    .map((field) => ({
      field,
      mine: mine[field],
      theirs: theirs[field],
      isMine: !isSame(base[field], mine[field]),
    }));
}

/** Whether two values of a form are the same. Rows of a table have keys that differ each time. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(withoutKeys(one)) === JSON.stringify(withoutKeys(other));
}

/** A value without the keys of its rows. Blank text has no other meaning than none. */
export function withoutKeys(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (!Array.isArray(value)) return value ?? '';
  return value.map((row) =>
    typeof row === 'object' && row !== null
      ? Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'key'))
      : row,
  );
}
