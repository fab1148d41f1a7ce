import { and, asc, eq, sql } from 'drizzle-orm';
import { jobRow } from '../../../drizzle/schema/job.ts';
import type { ImportTypeName } from '../../contract/portal/import-fields.ts';
import { paymentIn } from '../../rails/paystack.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import type { Holder } from './decide.ts';
import { findingKeys, type Keys, keysOf, valueOfKind } from './identity.ts';

type Found = Record<string, string | null> & { id: string };

/** The values of one kind among the keys of rows. */
const valuesOf = (rows: readonly Keys[], kind: string) =>
  sql.param([...new Set(rows.flatMap((keys) => valueOfKind(keys, kind) ?? []))]);

const find: Record<ImportTypeName, (scope: Scope, rows: readonly Keys[]) => PromiseLike<Iterable<Found>>> = {
  subscribers: ({ db, providerId }, rows) =>
    db.execute<Found>(sql`
      select id, external_user_id as "externalUserId", email, phone, first_name as "firstName", last_name as "lastName"
      from subscriber
      where provider_id = ${providerId} and (external_user_id = any(${valuesOf(rows, 'externalUserId')}::text[])
        or email = any(${valuesOf(rows, 'email')}::text[]) or phone = any(${valuesOf(rows, 'phone')}::text[]))
      order by id`),
  plans: ({ db, providerId }, rows) =>
    db.execute<Found>(sql`
      select id, plan_name as "planName" from plan
      where provider_id = ${providerId} and status <> 'deleted'
        and plan_name = any(${valuesOf(rows, 'planName')}::text[])
      order by id`),
  subscriptions: ({ db, providerId }, rows) => {
    const subscribers = rows.flatMap((keys) => keys.map((each) => each.split(' ')[1] ?? ''));
    // One that has ended for good is found by its reference alone.
    return db.execute<Found>(sql`
      select id, subscriber_id as "subscriberId", external_reference as "externalReference", plan_id as "planId",
        case when archived_at is null then demarcation_point_id end as "demarcationPointId"
      from subscription
      where provider_id = ${providerId} and subscriber_id = any(${sql.param([...new Set(subscribers)])}::text[])
      order by id`);
  },
  // Money of a prompt has its number at the prompt; other money is a receipt.
  mpesaStatement: ({ db, providerId }, rows) => {
    const numbers = sql`any(${valuesOf(rows, 'transaction')}::text[])`;
    return db.execute<Found>(sql`
      select id, transaction_id as "transactionId" from receipt
      where provider_id = ${providerId} and rail = 'mpesa' and transaction_id = ${numbers}
      union all
      select payment_id, transaction_id from prompt
      where provider_id = ${providerId} and transaction_id = ${numbers}`);
  },
  // The reference of a session names its payment, also where the payer's link was never opened.
  paystackStatement: ({ db, providerId }, rows) => {
    const references = rows.flatMap((keys) => valueOfKind(keys, 'reference') ?? []);
    const ids = references.map((reference) => paymentIn(reference) ?? '');
    return db.execute<Found>(sql`
      select p.id, r.reference from unnest(${sql.param(references)}::text[], ${sql.param(ids)}::text[]) r (reference, id)
      join payment p on p.provider_id = ${providerId} and p.id = r.id
      join checkout c on c.provider_id = p.provider_id and c.payment_id = p.id
      where coalesce(c.page_id, r.reference) = r.reference
        and (p.status = 'COMPLETED' or p.refund_due or p.refunded_amount > 0)`);
  },
};

/**
 * The resources that share a key with one of the rows, oldest first.
 * @param except an id that does not count: that of what a row has just created
 */
export async function findHolders(
  scope: Scope,
  type: ImportTypeName,
  rows: readonly Keys[],
  except = '',
): Promise<Holder[]> {
  if (rows.every((keys) => keys.length === 0)) return [];
  const found = [...(await find[type](scope, rows))];
  return found
    .filter(({ id }) => id !== except)
    .map(({ id, ...values }) => ({ id, position: null, keys: keysOf(type, values) }));
}

/**
 * The rows of a check that would create something and share a key with one of the rows. All of them are earlier in the file than the
 * row that they share it with, because those of one lane are done in order. After a crash, some are behind the first of the rows.
 */
export async function findEarlierRows(
  { db, providerId }: Scope,
  jobId: string,
  rows: readonly Keys[],
): Promise<Holder[]> {
  const keys = [...new Set(rows.flatMap(findingKeys))];
  if (keys.length === 0) return [];
  const earlier = await db
    .select({ position: jobRow.position, keys: jobRow.keys })
    .from(jobRow)
    .where(
      and(
        eq(jobRow.providerId, providerId),
        eq(jobRow.jobId, jobId),
        eq(jobRow.outcome, 'DONE'),
        sql`${jobRow.keys} && ${sql.param(keys)}::text[]`,
      ),
    )
    .orderBy(asc(jobRow.position));
  return earlier.map((row) => ({ id: null, position: row.position, keys: row.keys ?? [] }));
}

/** Lets one transaction of the provider at a time create subscriptions of a subscriber, until it ends. */
export async function lockSubscriber({ db, providerId }: WriteScope, subscriberId: string): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`${providerId} import ${subscriberId}`}, 0))`,
  );
}

/** Holders by their keys. */
export type HolderIndex = {
  /** Those that share a key, oldest first. */
  sharing(keys: Keys): Holder[];
  add(holder: Holder): void;
};

/** An index of holders, in the order given. */
export function indexOf(holders: readonly Holder[]): HolderIndex {
  const byKey = new Map<string, Set<Holder>>();
  const order = new Map<Holder, number>();
  const add = (holder: Holder) => {
    order.set(holder, order.size);
    for (const each of findingKeys(holder.keys)) {
      const others = byKey.get(each);
      if (others) others.add(holder);
      else byKey.set(each, new Set([holder]));
    }
  };
  const sharing = (keys: Keys) =>
    [...new Set(findingKeys(keys).flatMap((each) => [...(byKey.get(each) ?? [])]))].sort(
      (one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0),
    );
  for (const holder of holders) add(holder);
  return { sharing, add };
}
