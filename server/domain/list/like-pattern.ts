/** The pattern of ILIKE for texts that contain the value. `%` and `_` have no special meaning. */
export function likePattern(given: string): string {
  return `%${given.replace(/[\\%_]/g, '\\$&')}%`;
}
