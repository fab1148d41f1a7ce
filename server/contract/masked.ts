import type { Role } from './roles.ts';

const DOTS = '••••';

/** For a shorter secret, the last four characters would reveal too much. */
const LEAST_SHOWN = 12;

/** A masked secret: its last four characters, or none of a short one. Contract: Accounts. */
export function masked(secret: string): string {
  return secret.length < LEAST_SHOWN ? DOTS : DOTS + secret.slice(-4);
}

/** Whether a role sees the partner's secrets in plain text. Contract: Accounts. */
export function seesSecrets(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}

/** Field names that contain passwords and other secrets, in any spelling. */
const SECRET_NAME =
  /pass(word|wd|code|phrase)|pwd|secret|token|credential|api[-_]?key|private[-_]?key|authori[sz]ation/i;

/** A JSON text in which the values of secret fields are masked, whatever their type. */
export function maskedJson(json: string): string {
  try {
    return JSON.stringify(maskedFields(JSON.parse(json)), null, 2);
  } catch {
    return DOTS;
  }
}

/**
 * The beginning of a value of JSON: what has at most about `most` characters, in the order of its text. A value is cut before it is
 * masked and written, so that the size of a body costs nothing.
 */
export function beginningOf(value: unknown, most: number): unknown {
  let left = most;
  function take(each: unknown): unknown {
    left -= 4;
    if (typeof each === 'string') {
      const taken = each.slice(0, Math.max(left, 0)).toWellFormed();
      left -= each.length;
      return taken;
    }
    if (typeof each !== 'object' || each === null) return each;
    const entries: [string, unknown][] = [];
    for (const name in each) {
      if (left <= 0) break;
      left -= name.length;
      entries.push([name.slice(0, most), take((each as Record<string, unknown>)[name])]);
    }
    return Array.isArray(each) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
  }
  return take(value);
}

/** A value of JSON in which the values of secret fields and of headers are masked, at any depth. */
export function maskedFields(value: unknown): unknown {
  return walk(value, false);
}

/** Whether a field name is that of a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Whether a JSON text may have a secret field. A text without one needs no parsing. */
export function mayHoldSecrets(json: string): boolean {
  return SECRET_NAME.test(json) || json.includes('"headers"');
}

function walk(value: unknown, isSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => walk(each, isSecret));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'headers' ? walkHeaders(inner) : walk(inner, isSecret || SECRET_NAME.test(name)),
      ]),
    );
  }
  if (!isSecret || value === null || value === '') return value;
  return typeof value === 'string' ? masked(value) : DOTS;
}

/** The values of custom headers usually are credentials; their names are none. Contract: Accounts. */
function walkHeaders(headers: unknown): unknown {
  if (!Array.isArray(headers)) return walk(headers, true);
  return headers.map((header) =>
    typeof header === 'object' && header !== null && 'name' in header
      ? { ...(walk(header, true) as object), name: header.name }
      : walk(header, true),
  );
}
