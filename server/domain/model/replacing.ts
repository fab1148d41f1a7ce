/** The fields of an input that may be absent. */
type Optional<I> = { [K in keyof I]-?: undefined extends I[K] ? K : never }[keyof I];

/** A value for each field that may be absent. Undefined keeps the stored one. */
type Absent<I> = { [K in Optional<I>]: I[K] | null };

/**
 * The fields that a replacement writes: those given, and for each absent one the value of `absent`. An optional field that `absent`
 * lacks does not compile, because a replacement would not clear it. Contract: Changing part of a resource.
 */
export function replacing<I extends object, A extends Absent<I>>(
  input: I,
  absent: A,
): Omit<I, keyof A> & { [K in keyof A]: A[K] | Exclude<I[K & keyof I], undefined> } {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return { ...absent, ...given } as ReturnType<typeof replacing<I, A>>;
}
