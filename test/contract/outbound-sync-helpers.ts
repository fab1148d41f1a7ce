import { randomUUID } from 'node:crypto';
import { pushDueServices } from '../../server/domain/external/outbound-sync/push-due.ts';
import {
  getOutboundSync,
  removeOutboundSync,
  setOutboundSync,
} from '../../server/domain/integration/outbound-sync.ts';
import { resolveTarget } from '../../server/webhooks/guard.ts';
import { transaction } from '../../server/work/transaction.ts';
import { API_KEY, API_SECRET, type FakeSplynx } from '../fakes/splynx.ts';
import type { useApi } from './api.ts';
import { externalSystem } from './external-system.ts';
import { bodies, dataOf } from './helpers.ts';

/** A partner with outbound sync to a fake Splynx. Tariffs 1, 2 and 3 are mapped; customer 77 is a subscriber. */
export async function syncedPartner(api: ReturnType<typeof useApi>, splynx: FakeSplynx) {
  const system = await externalSystem(api, { adapter: 'splynx' });
  const { partner, integration, subscriber } = system;
  const { providerId } = partner;
  const { id } = integration;
  const point = dataOf(await partner.post('/v1/demarcation-points', bodies.demarcationPoint()));
  const origin = () => ({
    providerId,
    caller: { type: 'system', name: 'test' } as const,
    correlationId: randomUUID(),
  });
  const settings = { id, baseUrl: splynx.url, apiKey: API_KEY, apiSecret: API_SECRET };
  const state = () => transaction(origin(), (scope) => getOutboundSync(scope, { id }));
  async function set(over: Partial<typeof settings> = {}) {
    const input = { ...settings, ...over };
    const addresses = await resolveTarget(input.baseUrl, false);
    return transaction(origin(), (scope) => setOutboundSync(scope, { ...input, addresses }));
  }
  const push = () => pushDueServices({ providerId, budgetMs: 60_000 });
  /** Creates a subscription that awaits its first payment. */
  async function pending(planId: string, subscriberId: string = subscriber.id): Promise<string> {
    const body = { subscriberId, planId, demarcationPointId: point.id };
    return dataOf(await partner.post('/v1/subscriptions', body)).id;
  }
  await set();

  return {
    ...system,
    set,
    state,
    push,
    remove: () => transaction(origin(), (scope) => removeOutboundSync(scope, { id })),
    pending,
    /** Creates a subscription and pays for it. */
    async subscribe(planId: string, subscriberId?: string) {
      const id = await pending(planId, subscriberId);
      await system.pay(id);
      return id;
    },
    /** Makes pending retries due, ends all leases, and pushes. */
    async pushLater() {
      await api.sql`
        update mirrored_service set leased_until = null, next_attempt_at = case when next_attempt_at is not null then now() - interval '1 second' end
        where provider_id = ${providerId}`;
      await api.sql`update outward_key set leased_until = null`;
      return push();
    },
    loginOf: async (subscriptionId: string) => {
      const [row] = await api.sql`select radius_username from subscription where id = ${subscriptionId}`;
      return row?.radius_username as string;
    },
  };
}
