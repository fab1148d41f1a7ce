/** Form values as a request: what was left blank is not sent. `null` stays, as it clears a field. */
export function withoutBlanks<T>(values: T): T {
  if (Array.isArray(values)) return values.map(withoutBlanks) as T;
  if (typeof values !== 'object' || values === null) return values;
  const kept = Object.entries(values).filter(([, value]) => value !== undefined && !isBlank(value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutBlanks(value)])) as T;
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
