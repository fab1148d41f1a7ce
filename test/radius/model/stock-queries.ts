import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

// The accounting queries of the installed FreeRADIUS, read from its own files and expanded as its module `rlm_sql` does. A test
// compares the rows that they write with those of a real FreeRADIUS.

const RADDB = '/etc/freeradius/3.0';
const FILES = ['mods-available/sql', 'mods-config/sql/main/postgresql/queries.conf'];

/** Characters that `rlm_sql` encodes in a value. Characters of UTF-8 stay. */
const SAFE = /[^@a-zA-Z0-9.\-_: /\u0080-\u{10ffff}]/gu;

/** The attributes of a packet by name. */
export type Attributes = Record<string, string | number>;

type Section = {
  parent?: Section;
  name: string;
  values: Map<string, string[]>;
  sections: Map<string, Section>;
};

const section = (name: string, parent?: Section): Section => ({
  name,
  parent,
  values: new Map(),
  sections: new Map(),
});

/** Reads sections and assignments of a configuration file into a section. */
function parse(text: string, root: Section): void {
  let at = root;
  const lines = text.replace(/\\\n/g, '').split('\n');
  for (const line of lines) {
    const [, opened] = /^\s*([\w-]+)\s*\{\s*$/.exec(line) ?? [];
    if (opened) {
      const inner = at.sections.get(opened) ?? section(opened, at);
      at.sections.set(opened, inner);
      at = inner;
    } else if (/^\s*\}/.test(line)) {
      at = at.parent ?? at;
    } else {
      const [, key, quoted, plain] = /^\s*([\w-]+)\s*=\s*(?:"(.*)"|([^#\s"]*))/.exec(line) ?? [];
      if (key) at.values.set(key, [...(at.values.get(key) ?? []), quoted ?? plain ?? '']);
    }
  }
}

/** Replaces the references `${…}` of a value. The first dot is the section of the value, each further one its parent. */
function resolve(value: string, at: Section): string {
  return value.replace(/\$\{(\.*)([^}]+)\}/g, (_, dots: string, path: string) => {
    let found: Section | undefined = at;
    for (let n = 1; n < dots.length; n++) found = found?.parent;
    const names = path.split('.');
    const key = names.pop() as string;
    if (dots === '') while (found && !found.values.has(key) && found.parent) found = found.parent;
    for (const name of names) found = found?.sections.get(name);
    const text = found?.values.get(key)?.[0];
    if (found === undefined || text === undefined) throw new Error(`the configuration has no ${dots}${path}`);
    return resolve(text, found);
  });
}

/** The queries of each Acct-Status-Type in lower case, in the order in which they are tried. */
function readQueries(): Map<string, string[]> {
  const root = section('');
  for (const file of FILES) {
    // Continued lines may have comments between them in neither file.
    const text = readFileSync(`${RADDB}/${file}`, 'utf8').replace(/^\s*(#|\$INCLUDE).*$/gm, '');
    parse(text, file === FILES[0] ? root : (root.sections.get('sql') as Section));
  }
  const types = root.sections.get('sql')?.sections.get('accounting')?.sections.get('type');
  if (!types) throw new Error('FreeRADIUS has no accounting queries');
  return new Map(
    [...types.sections].map(([name, type]) => [
      name,
      (type.values.get('query') ?? []).map((query) => resolve(query, type).replaceAll('\\t', ' ')),
    ]),
  );
}

/**
 * Expands `%{…}` as FreeRADIUS does: `%{A}` is the value of an attribute, `%{integer:A}` its number, `%{X:-Y}` is Y where X is
 * empty, and `%l` the time of the packet's arrival.
 */
function expand(text: string, packet: Attributes): string {
  let at = 0;
  const until = (end: string): string => {
    let out = '';
    for (; at < text.length && !text.startsWith(end, at); ) {
      if (text.startsWith('%{', at)) {
        at += 2;
        out += braces();
      } else if (text.startsWith('%l', at)) {
        at += 2;
        out += packet['%l'];
      } else out += text[at++];
    }
    return out;
  };
  const braces = (): string => {
    if (text.startsWith('%{', at)) {
      at += 2;
      const first = braces();
      if (!text.startsWith(':-', at)) throw new Error(`unknown expansion at ${text.slice(at, at + 20)}`);
      at += 2;
      const otherwise = until('}');
      at++;
      return first === '' ? otherwise : first;
    }
    const name = until('}');
    at++;
    const value = packet[name.replace(/^integer:/, '')] ?? '';
    return String(value).replace(SAFE, (char) => `=${Buffer.from(char).toString('hex').toUpperCase()}`);
  };
  return until('\0');
}

const queries = readQueries();

/** Acct-Unique-Session-Id by the stock policy `acct_unique`. */
export function uniqueIdOf(packet: Attributes): string {
  const parts = [
    'User-Name',
    'Acct-Session-Id',
    'NAS-IP-Address',
    'NAS-Identifier',
    'NAS-Port-Id',
    'NAS-Port',
  ];
  return createHash('md5')
    .update(parts.map((part) => packet[part] ?? '').join())
    .digest('hex');
}

/**
 * The statements for a packet, in the order in which FreeRADIUS tries them until one changes a row.
 * @param arrivedAt in s since 1970
 */
export function statementsOf(packet: Attributes, arrivedAt: number): string[] {
  const type = String(packet['Acct-Status-Type']).toLowerCase();
  const delay = Number(packet['Acct-Delay-Time'] ?? 0);
  const full = {
    // The stock module `preprocess` adds it where a router sends none.
    'Event-Timestamp': arrivedAt - delay,
    ...packet,
    '%l': arrivedAt,
    'SQL-User-Name': packet['User-Name'] ?? '',
    'Acct-Unique-Session-Id': uniqueIdOf(packet),
  };
  const found = queries.get(type);
  if (!found) throw new Error(`FreeRADIUS has no query for ${type}`);
  return found.map((query) => expand(query, full));
}
