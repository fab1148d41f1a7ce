/** The value of an external id in a map. Ids come from external systems, so inherited properties such as `constructor` do not count. */
export function mappedTo(map: Record<string, string>, externalId: string): string | undefined {
  return Object.hasOwn(map, externalId) ? map[externalId] : undefined;
}
