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

/** Whether a text has a mask instead of a secret, as it is shown or as an address encodes it. */
export function isMask(text: string): boolean {
  return text.includes(DOTS) || text.toUpperCase().includes(encodeURIComponent(DOTS));
}

/** Field names that contain passwords and other secrets, in any spelling. */
const SECRET_NAME =
  /pass(word|wd|code|phrase)|pwd|secret|token|credential|api[-_]?key|private[-_]?key|authori[sz]ation/i;

/** Words that make any name that of a secret. As a part of a word they are ordinary, as in `bypass`. */
const SECRET_SHORT = /^(pass|psk)$/;
const MAY_HOLD_SHORT = /pass|psk/i;

/** Words that make a parameter of an address a secret; as a field of a body they are ordinary. */
const SECRET_WORD =
  /(^(code|pin|pw|sk|otp|sas|sid|tok|creds?|ticket|hash|digest|sign|signed)|key|sig|signature|auth|hmac|jwt|bearer|session|sess(ion)?id)$/;

/** An address, as browsers and `URL` read it: the slashes may be missing after http and https, or be backslashes. */
const ADDRESS = /^\s*(https?:|[a-z][a-z0-9+.-]*:[\\/])/i;
const MAY_HOLD_ADDRESS = /https?:|:[\\/]/i;

/** The user and the password before the host of an address. */
const USER_INFO = /^(\s*[a-z][a-z0-9+.-]*:[\\/]*)[^\\/?#]*@/i;

/** The path of a customer's page, which opens for anyone with its token. */
const CUSTOMER_PAGE = /^([^?#]*\/c\/)([0-9a-z]{26})(?=$|\/)/;

/**
 * An address in which the user, the token of a customer's page, and the values of secret parameters of its query and its fragment are
 * masked. Contract: Accounts.
 */
export function maskedUrl(url: string): string {
  const at = url.search(/[?#]/);
  const place = at < 0 ? url : url.slice(0, at);
  const shown = place
    .replace(USER_INFO, `$1${DOTS}@`)
    .replace(CUSTOMER_PAGE, (_, before: string, token: string) => before + masked(token));
  return at < 0 ? shown : shown + maskedParameters(url.slice(at));
}

/** Parameters, `a=1&b=2`, in which the values of secret ones are masked. */
export function maskedParameters(query: string): string {
  return query
    .split(/([&?#])/)
    .map((pair) => {
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1);
      if (at < 0 || value === '') return pair;
      const isSecret = isSecretParameter(pair.slice(0, at)) || hasSecretInside(value);
      return isSecret ? `${pair.slice(0, at)}=${masked(value)}` : pair;
    })
    .join('');
}

/** Whether a value is itself an address or a list of parameters with a secret, such as the address of a redirect. */
function hasSecretInside(value: string): boolean {
  const text = decoded(value);
  return [...text.matchAll(/[?&;#]([^=&?;#]*)=/g)].some(([, name = '']) => isSecretParameter(name));
}

function isSecretParameter(encoded: string): boolean {
  const name = decoded(encoded.replaceAll('+', ' '));
  return isSecretName(name) || wordsOf(name).some((word) => SECRET_WORD.test(word));
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || (MAY_HOLD_SHORT.test(name) && wordsOf(name).some(isShortSecret));
}

const isShortSecret = (word: string) => SECRET_SHORT.test(word);

/** The words of a name in any spelling, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase());
}

/** A text without its percent encoding, as far as it has a valid one. */
function decoded(text: string): string {
  return text.replace(/(%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
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

/** A value of JSON in which the values of secret fields, of headers and of secret parameters of addresses are masked, at any depth. */
export function maskedFields(value: unknown): unknown {
  return walk(value, false);
}

/** Whether a JSON text may have a secret field. A text without one needs no parsing. */
export function mayHoldSecrets(json: string): boolean {
  return (
    SECRET_NAME.test(json) ||
    MAY_HOLD_SHORT.test(json) ||
    json.includes('"headers"') ||
    MAY_HOLD_ADDRESS.test(json)
  );
}

function walk(value: unknown, isSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => walk(each, isSecret));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === 'headers' ? walkHeaders(inner) : walk(inner, isSecret || isSecretName(name)),
      ]),
    );
  }
  if (!isSecret && typeof value === 'string' && ADDRESS.test(value)) return maskedUrl(value);
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
