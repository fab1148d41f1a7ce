import { sql } from 'drizzle-orm';
import { firstEmail } from '../../contract/email-address.ts';
import type { RejectionReason } from '../../contract/errors.ts';
import { firstPhone, parsePhone } from '../../contract/phone.ts';
import { isCleanText, storedId } from '../../contract/primitives.ts';
import type { Scope } from '../../work/scope.ts';
import { withoutDecimals } from './cell.ts';

/** What a reference can name. */
type Named = { id: string; names: (string | null)[]; currency: string | null };

type Referred = {
  /** In texts: "subscriber". */
  noun: string;
  /** The ids and names that a text can mean. */
  formsOf(text: string, country: string | null): string[];
  /** Whether a name is found in another case too. */
  inAnyCase: boolean;
  find(scope: Scope, forms: string[]): Promise<Iterable<Named>>;
};

/** What a reference of a file may be, by the field. */
const referred: Record<string, Referred> = {
  subscriberId: {
    noun: 'subscriber',
    formsOf: (text, country) => [
      text,
      withoutDecimals(text),
      storedId(text),
      text.includes('@')
        ? firstEmail(text).toLowerCase()
        : (firstPhone(text, (one) => parsePhone(withoutDecimals(one), country)) ?? text),
    ],
    inAnyCase: false,
    find: ({ db, providerId }, forms) =>
      db.execute<Named>(sql`
        select id, array[external_user_id, email, phone] as names, null as currency from subscriber
        where provider_id = ${providerId} and (id = any(${sql.param(forms)}::text[])
          or external_user_id = any(${sql.param(forms)}::text[])
          or email = any(${sql.param(forms)}::text[]) or phone = any(${sql.param(forms)}::text[]))`),
  },
  planId: {
    noun: 'plan',
    formsOf: (text) => [text],
    inAnyCase: true,
    find: ({ db, providerId }, forms) =>
      db.execute<Named>(sql`
        select id, array[plan_name] as names, price_currency as currency from plan
        where provider_id = ${providerId} and status <> 'deleted'
          and (id = any(${sql.param(forms)}::text[])
            or lower(plan_name) = any(${sql.param(lowerOf(forms))}::text[]))`),
  },
  demarcationPointId: {
    noun: 'demarcation point',
    formsOf: (text) => [text],
    inAnyCase: true,
    find: ({ db, providerId }, forms) =>
      db.execute<Named>(sql`
        select id, array[name] as names, null as currency from demarcation_point
        where provider_id = ${providerId}
          and (id = any(${sql.param(forms)}::text[]) or lower(name) = any(${sql.param(lowerOf(forms))}::text[]))`),
  },
};

const lowerOf = (texts: string[]) => texts.map((text) => text.toLowerCase());

/** The longest text that can name something. */
const MAX_REFERENCE = 255;

/** What the references of one row name: ids in place of texts, and the currency of the plan. */
export type Resolved = {
  ids: Record<string, string>;
  faults: RejectionReason[];
  currency: string | null;
};

/**
 * Finds what the references of rows name: a subscriber by id, external id, email or phone; a plan or a demarcation point by id
 * or name. An id goes before a name, and a name before one in another case. One query for each field, whatever the number of
 * rows. Contract: Imports.
 * @param country ISO 3166-1 alpha-2 of local phone numbers; null for none
 */
export async function resolveReferences(
  scope: Scope,
  inputs: readonly Record<string, unknown>[],
  country: string | null,
): Promise<Resolved[]> {
  const resolved = inputs.map((): Resolved => ({ ids: {}, faults: [], currency: null }));
  for (const [field, kind] of Object.entries(referred)) {
    const texts = inputs.map(({ [field]: value }) => (typeof value === 'string' ? value : null));
    const forms = texts.map((text) => (text !== null && canName(text) ? kind.formsOf(text, country) : []));
    const distinct = [...new Set(forms.flat())];
    const index = indexOf(distinct.length > 0 ? await kind.find(scope, distinct) : []);
    for (const [i, row] of resolved.entries()) {
      const text = texts[i];
      if (text === null || text === undefined) continue;
      const matches = matchesOf(index, forms[i] ?? [], kind.inAnyCase);
      const [one, another] = matches;
      if (one && !another) {
        row.ids[field] = one.id;
        row.currency ??= one.currency;
      } else row.faults.push(faultOf(field, kind.noun, text, another !== undefined));
    }
  }
  return resolved;
}

function canName(text: string): boolean {
  return text.length <= MAX_REFERENCE && isCleanText(text);
}

function faultOf(field: string, noun: string, text: string, isMany: boolean): RejectionReason {
  return isMany
    ? { field, code: 'INVALID_VALUE', message: `“${text}” is more than one ${noun}. Use the id.` }
    : { field, code: 'NOT_FOUND', message: `There is no ${noun} “${text}”.` };
}

type Index = Record<'id' | 'name' | 'similar', Map<string, Set<Named>>>;

function indexOf(found: Iterable<Named>): Index {
  const index: Index = { id: new Map(), name: new Map(), similar: new Map() };
  const add = (by: keyof Index, key: string, one: Named) => {
    const same = index[by].get(key);
    if (same) same.add(one);
    else index[by].set(key, new Set([one]));
  };
  for (const one of found) {
    add('id', one.id, one);
    for (const name of one.names) {
      if (name === null) continue;
      add('name', name, one);
      add('similar', name.toLowerCase(), one);
    }
  }
  return index;
}

/** What a text names: by id, else by a name that is written so, else by a name in another case. */
function matchesOf(index: Index, forms: string[], inAnyCase: boolean): Named[] {
  const by = (which: keyof Index, keys: string[]) => [
    ...new Set(keys.flatMap((key) => [...(index[which].get(key) ?? [])])),
  ];
  const similar = inAnyCase ? lowerOf(forms) : [];
  const ways = [by('id', forms), by('name', forms), by('similar', similar)];
  return ways.find(({ length }) => length > 0) ?? [];
}
