import { expect, test, vi } from 'vitest';
import { applySessionChanges } from '../../server/domain/network/apply-session-changes.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { useNetwork } from './network.ts';
import { openRouter } from './router.ts';

vi.setConfig({ testTimeout: 120_000 });
const network = useNetwork();

/** Three batches of the queue. */
const SESSIONS = 250;

test('a router that does not answer gets a batch of requests in a run, and others do not wait for the rest', async () => {
  const { sql } = network.api;
  const partner = await network.api.partner();
  const silent = await openRouter(network, partner, { reply: () => 'silence' });
  const healthy = await openRouter(network, partner);
  await healthy.account('Start', 'healthy');
  await sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime)
    select 'silent' || n, md5('silent' || n), ${silent.username}, ${silent.nas.address}, now(), now()
    from generate_series(1, ${SESSIONS}) n`;
  await processAccounting({ budgetMs: 60_000 });
  await silent.suspend();
  await healthy.suspend();
  await sql`
    update network_command set due_at = case
      when session_id in (select id from network_session where subscription_id = ${healthy.subscription.id}) then now()
      else now() - interval '1 minute' end`;
  await applySessionChanges({ providerId: partner.providerId, budgetMs: 60_000 });
  expect(healthy.requests()).toEqual(['Disconnect-Request']);
  // Each of the first batch sends three datagrams.
  expect(silent.requests().length).toBeLessThan(2 * SESSIONS);
  const rows =
    await sql`select failure, count(*)::int as rows from network_command where provider_id = ${partner.providerId} group by 1`;
  expect(rows).toEqual([{ failure: 'the server did not answer', rows: SESSIONS }]);
});
