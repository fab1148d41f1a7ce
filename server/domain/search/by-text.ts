import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { pendingChargeStatuses } from '../../contract/charge-rules.ts';
import { invoiceNumber, openInvoiceStatuses } from '../../contract/invoice-rules.ts';
import { macAddressOf } from '../../contract/mac-address.ts';
import type { SearchResult, SearchResults } from '../../contract/portal/search.ts';
import { MAX_FOUND } from '../../contract/portal/search-values.ts';
import { present } from '../../contract/present.ts';
import { moneyObject } from '../../contract/primitives.ts';
import { literals, run, type Statement } from '../../db/statement.ts';
import type { Scope } from '../../work/scope.ts';
import { likePattern } from '../list/like-pattern.ts';
import { searchValuesOf } from '../list/local-phone.ts';
import { searchedPoint } from '../model/demarcation-point/resource.ts';
import { dueAmounts } from '../model/due-amounts.ts';
import { subscriberName } from '../model/subscriber/name.ts';
import { waysToSubscriber } from '../model/subscriber/resource.ts';

/** Results of each kind. */
const SHOWN = 5;

/** One more than are counted, which shows that there are more. */
const counted = sql.raw(String(MAX_FOUND + 1));
const shown = sql.raw(String(SHOWN));

const providerId = sql.placeholder('providerId');
const mine = (table: string) => sql`${sql.identifier(table)}.provider_id = ${providerId}`;
/** A pattern of LIKE for what begins with the text: as it was typed, in lower and in upper case. */
const [start, lower, upper] = ['start', 'lower', 'upper'].map(
  (name) => sql`${sql.placeholder(name)}::text`,
) as [SQL, SQL, SQL];
const pattern = sql.placeholder('pattern');
const exact = sql.placeholder('exactLower');
const padded = sql`${sql.placeholder('padded')}::text`;

/** What a kind of result is: the rows that match as (id, title, subtitle, status, subscriber_id, nth), the first of `nth` first. */
type Kind = { type: SearchResult['type']; rows: SQL };

const inLower = (text: SQL) => sql`lower(${text}) collate "C"`;

/** Whether a subscriber owes anything now. */
const owes = sql`(
  exists (select from invoice i where i.provider_id = m.provider_id and i.subscriber_id = m.id and i.amount_due > 0
    and i.status in (${literals(openInvoiceStatuses)}))
  or exists (select from charge c where c.provider_id = m.provider_id and c.subscriber_id = m.id
    and c.status in (${literals(pendingChargeStatuses)})))`;

/** Each kind reads rows by an index, and at most one more than are counted. */
const kinds: readonly Kind[] = [
  {
    type: 'subscriber',
    rows: sql`
      select m.id, m.name, m.contact, m.status, m.id, row_number() over (order by ${owes} desc, m.created_at desc)
      from (
        select subscriber.provider_id, subscriber.id, ${subscriberName} as name,
          concat_ws(' · ', email, phone, nullif(concat_ws(', ', street, city), '')) as contact, status, created_at
        from subscriber where ${mine('subscriber')} and id in (
          select id from (${sql.join(
            waysToSubscriber(pattern).map(
              (way) =>
                sql`(select id from subscriber where ${mine('subscriber')} and ${way} limit ${counted})`,
            ),
            sql` union `,
          )}) each limit ${counted}
        )
      ) m`,
  },
  {
    type: 'subscription',
    rows: sql`
      select id, coalesce(external_reference, radius_username, id), 'Subscription', status, subscriber_id,
        row_number() over (order by created_at desc)
      from subscription where ${mine('subscription')} and id in (
        (select id from subscription where ${mine('subscription')} and external_reference is not null
          and ${inLower(sql`external_reference`)} like ${lower} limit ${counted})
        union all
        select id from subscription where ${mine('subscription')} and radius_username = ${exact}
        union all
        select id from subscription where ${mine('subscription')} and ipv4 is not null and ipv4 ->> 'address' = ${exact}
      )`,
  },
  {
    type: 'installation',
    rows: sql`
      select id, coalesce(serial_number, mac_address), concat_ws(' · ', 'Installation', mac_address), status, subscriber_id,
        row_number() over (order by created_at desc)
      from installation where ${mine('installation')} and id in (
        (select id from installation where ${mine('installation')} and serial_number is not null
          and ${inLower(sql`serial_number`)} like ${lower} limit ${counted})
        union all
        (select id from installation where ${mine('installation')} and mac_address = ${sql.placeholder('mac')} limit ${counted})
      )`,
  },
  {
    type: 'plan',
    rows: sql`
      select id, plan_name, 'Plan · ' || download_speed_mbps || ' Mbps', null, null, row_number() over (order by created_at desc)
      from plan where ${mine('plan')} and status <> 'deleted' and plan_name ilike ${pattern} limit ${counted}`,
  },
  {
    type: 'demarcationPoint',
    rows: sql`
      select id, name, concat_ws(' · ', 'Demarcation point', nullif(concat_ws(', ', street, city), '')), null, null,
        row_number() over (order by created_at desc)
      from (
        select * from demarcation_point where ${mine('demarcation_point')} and ${searchedPoint} ilike ${pattern} limit ${counted}
      ) found`,
  },
  {
    type: 'invoice',
    rows: sql`
      select id, number, 'Invoice', status, subscriber_id, row_number() over (order by length(number), number)
      from (
        select * from invoice where ${mine('invoice')} and (
          number like ${upper} and length(number) = any(${sql.placeholder('lengths')}::int[])
          or length(number) = length(${padded}) and number = ${padded}
        ) limit ${counted}
      ) found`,
  },
  {
    type: 'payment',
    rows: sql`
      select id, reference, 'Payment', status, subscriber_id, row_number() over (order by created_at desc)
      from (
        select * from payment where ${mine('payment')} and (reference like ${start} or reference like ${upper}) limit ${counted}
      ) found`,
  },
  {
    type: 'receipt',
    rows: sql`
      select id, transaction_id, concat_ws(' · ', 'Receipt', payer_name), status, subscriber_id,
        row_number() over (order by paid_at desc)
      from (
        select * from receipt where ${mine('receipt')} and transaction_id like ${upper}
          and account_id in (select id from gateway_account where provider_id = ${providerId}) limit ${counted}
      ) found`,
  },
  {
    type: 'charge',
    rows: sql`
      select id, description, 'Charge', status, subscriber_id, row_number() over (order by created_at desc)
      from (
        select * from charge where ${mine('charge')} and ${inLower(sql`description`)} like ${lower} limit ${counted}
      ) found`,
  },
];

const statement: Statement = new PgDialect().sqlToQuery(
  sql.join(
    kinds.map(
      ({ type, rows }) => sql`
        select * from (
          select ${sql.raw(`'${type}'`)}::text as type, id, title, subtitle, status, subscriber_id, nth, count(*) over () as total
          from (${rows}) found (id, title, subtitle, status, subscriber_id, nth)
        ) each where nth <= ${shown}`,
    ),
    sql` union all `,
  ),
);

/** What subscribers owe now, by id. Amounts are in major units. */
async function owedBy({ db, providerId }: Scope, ids: string[]): Promise<Map<string, SearchResult['owed']>> {
  if (ids.length === 0) return new Map();
  const which = sql`provider_id = ${providerId} and subscriber_id = any(${sql.param(ids)}::text[])`;
  const rows = await db.execute<{ id: string; currency: string; amount: number }>(sql`
    select subscriber_id as id, currency, sum(amount)::float8 as amount
    from (${dueAmounts(which, sql`subscriber_id, currency`)}) due
    group by subscriber_id, currency having sum(amount) > 0 order by currency`);
  const owed = new Map<string, SearchResult['owed']>();
  for (const { id, ...money } of rows) owed.set(id, [...(owed.get(id) ?? []), present(moneyObject, money)]);
  return owed;
}

type FoundRow = [
  type: string,
  id: string,
  title: string,
  subtitle: string,
  status: string | null,
  subscriberId: string | null,
];

/**
 * Whether an index serves the pattern of a text. Two letters have no trigram, and a search for them would read all customers for a result
 * that helps little; two characters of a script without an alphabet are a name.
 */
const hasTrigram = (q: string) => q.length > 2 || /[^\x20-\x7e]/.test(q);

/** Characters of an invoice number at least. */
const SHORTEST_NUMBER = invoiceNumber(1).length;

/**
 * What a text finds: at most five of each kind, subscribers who owe money first, and how many there are. A search reads at most
 * `MAX_FOUND` rows of a kind, so debtors beyond them are not first.
 */
export async function searchByText(scope: Scope, q: string): Promise<SearchResults> {
  const escaped = q.replace(/[\\%_]/g, '\\$&');
  const values = {
    providerId: scope.providerId,
    pattern: hasTrigram(q) ? likePattern(q) : null,
    ...(await searchValuesOf(scope, { q })),
    start: `${escaped}%`,
    lower: `${escaped.toLowerCase()}%`,
    upper: `${escaped.toUpperCase()}%`,
    exactLower: q.toLowerCase(),
    mac: macAddressOf(q),
    lengths: `{${Array.from({ length: 6 }, (_, more) => Math.max(q.length, SHORTEST_NUMBER) + more).join()}}`,
    padded: /^\d{1,12}$/.test(q) ? invoiceNumber(q) : null,
  };
  const rows = await run(scope, statement, values);
  const owed = await owedBy(
    scope,
    rows.flatMap(([type, id]) => (type === 'subscriber' ? [id as string] : [])),
  );
  const results = kinds.flatMap(({ type }) =>
    rows
      .filter((row) => row[0] === type)
      .sort((a, b) => Number(a[6]) - Number(b[6]))
      .map((row) => {
        const [, id, title, subtitle, status, subscriberId] = row as FoundRow;
        return { type, id, title, subtitle, status, subscriberId, owed: owed.get(id) ?? [] } as SearchResult;
      }),
  );
  const totals = new Map(rows.map((row) => [row[0], Number(row[7])]));
  const more = kinds.flatMap(({ type }) => {
    const count = totals.get(type) ?? 0;
    return count > SHOWN ? [{ type, count }] : [];
  });
  return { results, more };
}
