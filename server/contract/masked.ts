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
    return JSON.stringify(walk(JSON.parse(json), false), null, 2);
  } catch {
    return DOTS;
  }
}

function walk(value: unknown, isSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => walk(each, isSecret));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, walk(inner, isSecret || SECRET_NAME.test(name))]),
    );
  }
  if (!isSecret || value === null || value === '') return value;
  return typeof value === 'string' ? masked(value) : DOTS;
}
