import { sql } from 'drizzle-orm';
import type { HomeFigures } from '../../contract/portal/metrics.ts';
import type { Scope } from '../../work/scope.ts';
import { failedEventsSince, isFailing as isFailingIntegration } from '../model/integration/failing.ts';
import { ENDED_SESSIONS } from '../model/network-session/resource.ts';
import { isFailing as isFailingWebhook } from '../model/webhook/failing.ts';

type Failing = { failing: number; total: number };

/**
 * The subscribers with the status active: the stored total without the suspended and terminated ones, which are fewer.
 */
export async function activeSubscribersOf({ db, providerId }: Scope): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`
    select (
      (select coalesce(sum(n), 0) from row_count where provider_id = ${providerId} and resource = 'subscriber')
      - (select count(*) from subscriber where provider_id = ${providerId} and status in ('suspended', 'terminated'))
    )::int as n`);
  return row?.n ?? 0;
}

/** The network sessions that have not ended, by the accounting that was processed. */
export async function onlineOf({ db, providerId }: Scope): Promise<number> {
  const [row] = await db.execute<{ n: number }>(sql`
    select coalesce(sum(case resource when 'network_session' then n else -n end), 0)::int as n from row_count
    where provider_id = ${providerId} and resource in ('network_session', ${ENDED_SESSIONS})`);
  return row?.n ?? 0;
}

/** The installations of each status. */
export async function installationsOf({ db, providerId }: Scope): Promise<HomeFigures['installations']> {
  return await db.execute<HomeFigures['installations'][number]>(sql`
    select status, count(*)::int as count from installation where provider_id = ${providerId} group by status`);
}

/** The webhooks, and those of them that fail. */
export async function webhooksOf({ db, providerId }: Scope): Promise<Failing> {
  const [row] = await db.execute<Failing>(sql`
    select count(*)::int as total, (count(*) filter (where ${isFailingWebhook}))::int as failing
    from webhook where provider_id = ${providerId} and status <> 'deleted'`);
  return row ?? { failing: 0, total: 0 };
}

/** The integrations, and those of them that fail. */
export async function integrationsOf({ db, providerId, now }: Scope): Promise<Failing> {
  const since = sql`${failedEventsSince(now).toISOString()}::timestamptz`;
  const [row] = await db.execute<Failing>(sql`
    select count(*)::int as total, (count(*) filter (where ${isFailingIntegration(since)}))::int as failing
    from integration where provider_id = ${providerId} and status <> 'deleted'`);
  return row ?? { failing: 0, total: 0 };
}

/** Which kinds of rows a provider has. */
export async function setupOf({ db, providerId }: Scope): Promise<HomeFigures['setup']> {
  const has = (table: string, condition = sql`true`) =>
    sql`exists (select from ${sql.identifier(table)} where provider_id = ${providerId} and ${condition})`;
  const notDeleted = sql`status <> 'deleted'`;
  const [row] = await db.execute<HomeFigures['setup']>(sql`
    select ${has('plan', notDeleted)} as plan, ${has('demarcation_point')} as "demarcationPoint",
      ${has('subscriber')} as subscriber, ${has('subscription')} as subscription, ${has('webhook', notDeleted)} as webhook`);
  if (!row) throw new Error('A query without a condition returned no row');
  return row;
}
