import type { Route } from '../../server/rest/routes.ts';
import { bodies } from './helpers.ts';

/** What some operations need of the resources that their path names. */
type Named = { planName: string; subscriberId: string };

/** Query and body that each operation needs, so that only the id is at fault. */
const rest: Record<string, (named: Named) => { query?: string; body?: object }> = {
  'charge.create': () => ({ body: bodies.charge() }),
  'demarcationPoint.update': () => ({ body: { name: 'Taken over' } }),
  'installation.update': () => ({ body: { notes: 'Taken over' } }),
  'integration.update': () => ({ body: bodies.integration() }),
  'payment.simulate': () => ({ body: { outcome: 'succeed' } }),
  'plan.delete': ({ planName }) => ({ query: `?confirm=${encodeURIComponent(planName)}` }),
  'plan.disable': ({ planName }) => ({ query: `?confirm=${encodeURIComponent(planName)}` }),
  'plan.update': () => ({ body: bodies.plan() }),
  'receipt.assign': ({ subscriberId }) => ({ body: { subscriberId } }),
  'subscriber.update': () => ({ body: bodies.subscriber() }),
  'subscription.update': () => ({ body: { externalReference: 'taken over' } }),
  'webhook.replay': () => ({ body: { since: '2026-01-01T00:00:00Z' } }),
  'webhook.update': () => ({ body: bodies.webhook() }),
};

/** The collection of a nested id whose name differs. */
const nested: Record<string, string> = { deliveryId: 'deliveries', inboundId: 'inbound-events' };

/**
 * Path, query and body of a request to an operation with ids in its path.
 * @param ids an id of each collection
 */
export function requestOf({ name, path }: Route, ids: Record<string, string>, named: Named) {
  const filled = path.replace(/\{(\w+)\}/g, (_, param) => {
    const collection =
      param === 'id' ? (path.split('/')[2] ?? '') : (nested[param] ?? `${param.slice(0, -2)}s`);
    const id = ids[collection];
    if (!id) throw new Error(`${path}: this test needs an id of ${collection}`);
    return id;
  });
  const { query = '', body } = rest[name]?.(named) ?? {};
  return { path: filled, query, body };
}
