/** The path of a request target, without its query. */
export function pathOf(target = ''): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}
