import { type SQL, sql } from 'drizzle-orm';
import { installation } from '../../../drizzle/schema/installation.ts';
import { openInstallationStatuses } from '../../contract/installation-rules.ts';
import { type Today, today } from '../../contract/portal/today.ts';
import { type TodayKind, todayKinds } from '../../contract/portal/today-kinds.ts';
import { present } from '../../contract/present.ts';
import { may, type Permission } from '../../contract/roles.ts';
import { dayOf, startOfDay } from '../../contract/zoned-time.ts';
import { literals } from '../../db/statement.ts';
import type { Scope } from '../../work/scope.ts';
import { failedEventsSince, isFailing as isFailingIntegration } from '../model/integration/failing.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { isPromised } from '../model/subscription/promised.ts';
import { isFailing as isFailingWebhook } from '../model/webhook/failing.ts';

/** The bounds of the day in the account's time zone, by its clock; and who reads. */
type Circumstances = Pick<Scope, 'providerId' | 'now'> & { userId: string; begins: string; ends: string };

type Source = {
  /** Who can act on it. */
  permission: Permission;
  /** Rows of (currency, count, amount in minor units, at, unassigned, id, name). */
  query: (of: Circumstances) => SQL;
};

/** Installations whose appointment is in a part of time. */
const appointments = ({ providerId }: Circumstances, when: SQL) => sql`
  select null, count(*), null, min(${installation.scheduledAt}), count(*) filter (where ${installation.technician} is null),
    min(${installation.id}), null
  from ${installation}
  where ${installation.providerId} = ${providerId} and ${installation.status} in (${literals(openInstallationStatuses)}) and ${when}`;

/** Overdue cycles whose grace ends before the day is over. */
const endingGrace = ({ providerId, ends }: Circumstances, promised: boolean) => sql`
  select null, count(*), null, min(c.grace_ends_at), 0, min(c.subscription_id), null
  from billing_cycle c
  where c.provider_id = ${providerId} and c.status = 'OVERDUE' and c.grace_ends_at < ${ends}::timestamptz
    and ${promised ? sql`` : sql`not`} ${isPromised(sql`c.provider_id`, sql`c.subscription_id`, sql`c.expires_at`)}`;

const sources: Record<TodayKind, Source> = {
  MONEY_UNMATCHED: {
    permission: 'payments:write',
    query: ({ providerId }) => sql`
      select currency, count(*), sum(amount), min(paid_at), 0, min(id), null
      from receipt where provider_id = ${providerId} and status = 'UNMATCHED' group by currency`,
  },
  REFUNDS_DUE: {
    permission: 'payments:write',
    query: ({ providerId }) => sql`
      select currency, count(*), sum(amount - refunded_amount), min(created_at), 0, min(id), min(reference)
      from payment where provider_id = ${providerId} and refund_due group by currency`,
  },
  PROMISES_ENDING: { permission: 'grace:write', query: (of) => endingGrace(of, true) },
  SUSPENSIONS_DUE: { permission: 'grace:write', query: (of) => endingGrace(of, false) },
  INSTALLATIONS_LATE: {
    permission: 'installations:write',
    query: (of) => appointments(of, sql`${installation.scheduledAt} < ${of.begins}::timestamptz`),
  },
  INSTALLATIONS_TODAY: {
    permission: 'installations:write',
    query: (of) =>
      appointments(
        of,
        sql`${installation.scheduledAt} >= ${of.begins}::timestamptz and ${installation.scheduledAt} < ${of.ends}::timestamptz`,
      ),
  },
  IMPORTS_UNFINISHED: {
    permission: 'read',
    query: ({ providerId, userId }) => sql`
      select null, count(*), null, min(created_at), 0, min(id), min(source ->> 'fileName')
      from job
      where provider_id = ${providerId} and kind = 'import' and status in ('DRAFT', 'CHECKED', 'STOPPED')
        and staff_user_id = ${userId}`,
  },
  WEBHOOKS_FAILING: {
    permission: 'developers:write',
    query: ({ providerId }) => sql`
      select null, count(*), null, min(failing_since), 0, min(id), null
      from webhook where provider_id = ${providerId} and ${isFailingWebhook}`,
  },
  INTEGRATIONS_FAILING: {
    permission: 'developers:write',
    query: ({ providerId, now }) => sql`
      select null, count(*), null, null::timestamptz, 0, min(id), min(name)
      from integration
      where provider_id = ${providerId} and status <> 'deleted'
        and ${isFailingIntegration(sql`${failedEventsSince(now).toISOString()}::timestamptz`)}`,
  },
};

type Found = {
  kind: TodayKind;
  currency: string | null;
  count: number;
  amount: number | null;
  at: string | null;
  unassigned: number;
  id: string;
  name: string | null;
};

/**
 * What needs the person who calls, on the day of the account. It is read from the state, by one statement.
 * Contract: Portal.
 * @throws FORBIDDEN unless the caller is a person
 */
export async function readToday(scope: Scope): Promise<Today> {
  const { db, providerId, now } = scope;
  const person = requireStaff(scope);
  const [zone] = await db.execute<{ name: string }>(
    sql`select time_zone as name from provider where id = ${providerId}`,
  );
  const timeZone = zone?.name ?? 'UTC';
  const day = dayOf(now.toISOString(), timeZone);
  const of = {
    ...{ providerId, now, userId: person.id },
    begins: startOfDay(day, timeZone) ?? now.toISOString(),
    ends: startOfDay(day, timeZone, 1) ?? now.toISOString(),
  };
  const kinds = todayKinds.filter((kind) => may(person, sources[kind].permission));
  const parts = kinds.map(
    (kind) => sql`
      select ${sql.raw(`'${kind}'`)} as kind, currency, count::int, amount::float8, at, unassigned::int, id, name
      from (${sources[kind].query(of)}) found (currency, count, amount, at, unassigned, id, name) where count > 0`,
  );
  const found = await db.execute<Found>(sql.join(parts, sql` union all `));
  return present(today, { now, items: kinds.flatMap((kind) => itemOf(kind, found)) });
}

function itemOf(kind: TodayKind, all: readonly Found[]) {
  const found = all.filter((each) => each.kind === kind);
  const [first] = found;
  if (!first) return [];
  const count = found.reduce((total, each) => total + each.count, 0);
  const instants = found.flatMap(({ at }) => (at === null ? [] : [new Date(at).getTime()]));
  return [
    {
      ...{ kind, count },
      amounts: found.flatMap(({ currency, amount }) => (currency === null ? [] : [{ amount, currency }])),
      at: instants.length === 0 ? null : new Date(Math.min(...instants)),
      unassigned: first.unassigned,
      only: count === 1 ? { id: first.id, name: first.name ?? '' } : null,
    },
  ];
}
