/** What an external id is mapped to. Such ids come from outside: one that has the name of what every object has is mapped to nothing. */
export function mappedTo(map: Record<string, string>, externalId: string): string | undefined {
  return Object.hasOwn(map, externalId) ? map[externalId] : undefined;
}
