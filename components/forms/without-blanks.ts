/** Form values as a request: blank fields are not sent. `null` is sent, because it clears a field. */
export function withoutBlanks<T>(values: T): T {
  if (Array.isArray(values)) return values.map(withoutBlanks) as T;
  if (typeof values !== 'object' || values === null) return values;
  const kept = Object.entries(values).filter(([, value]) => value !== undefined && !isBlank(value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutBlanks(value)])) as T;
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
