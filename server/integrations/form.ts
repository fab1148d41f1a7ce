import { isCleanText } from '../contract/primitives.ts';

/** The most fields of a form, as in PHP, and the deepest nesting. What Splynx sends stays far below both. */
const MAX_FIELDS = 1_000;
const MAX_DEPTH = 16;

/** The longest name of a field, before it is decoded. */
const MAX_NAME = 4_096;

export type FormFields = { [name: string]: string | FormFields };

/**
 * The fields of an `application/x-www-form-urlencoded` text with PHP's brackets: `data[attributes][name]=Ada`. `list[]` counts
 * up from 0, and of two values with one name the later one counts. The objects have no prototype. Contract: Inbound.
 * @returns null for too many fields, too long a name, too deep a nesting, a broken escape or NUL
 */
export function parseForm(text: string): FormFields | null {
  if (hasMoreFieldsThan(MAX_FIELDS, text)) return null;
  const fields: FormFields = Object.create(null);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const end = at < 0 ? pair.length : at;
    if (end > MAX_NAME) return null;
    const name = decoded(pair.slice(0, end));
    const value = decoded(at < 0 ? '' : pair.slice(at + 1));
    if (name === null || value === null) return null;
    const path = pathOf(name);
    if (path.length > MAX_DEPTH) return null;
    put(fields, path, value);
  }
  return fields;
}

function hasMoreFieldsThan(most: number, text: string): boolean {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++fields > most) return true;
  }
  return false;
}

function decoded(text: string): string | null {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    return isCleanText(value) ? value : null;
  } catch {
    return null;
  }
}

/** The names in `a[b][c]`. Brackets that are not closed belong to the name. */
function pathOf(name: string): string[] {
  const [, first = '', brackets] = /^([^[]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? [];
  return brackets === undefined ? [name] : [first, ...brackets.slice(1, -1).split('][')];
}

function put(fields: FormFields, path: string[], value: string): void {
  let within = fields;
  const last = path.length - 1;
  for (const [i, each] of path.entries()) {
    const name = each === '' && i > 0 ? String(Object.keys(within).length) : each;
    if (i === last) within[name] = value;
    else {
      const inner = within[name];
      const next: FormFields = typeof inner === 'object' ? inner : Object.create(null);
      within[name] = next;
      within = next;
    }
  }
}
