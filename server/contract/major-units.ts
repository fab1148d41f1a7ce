/** Imports no library, so that pages can import it at no cost. */

/**
 * The difference of two amounts in major units. Amounts have at most four digits behind the point; their difference as a
 * binary fraction may have more.
 */
export function subtractMajor(amount: number, other: number): number {
  return Math.round((amount - other) * 10_000) / 10_000;
}

/** The sum of two amounts in major units, rounded as `subtractMajor`. */
export function addMajor(amount: number, other: number): number {
  return Math.round((amount + other) * 10_000) / 10_000;
}
