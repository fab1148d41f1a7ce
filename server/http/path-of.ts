/** The path of a request target, without its query. */
export function pathOf(target = ''): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}

/** Whether the path of a request target has no broken percent escape, for which the libraries behind it answer 500. */
export function hasValidEscapes(target = ''): boolean {
  try {
    decodeURIComponent(pathOf(target));
    return true;
  } catch {
    return false;
  }
}
