import { realNow } from '../clock.ts';
import { invoiceResource } from '../domain/invoice/resource.ts';
import { extendAnchors } from '../domain/list-anchors.ts';
import { paymentResource } from '../domain/payment/resource.ts';
import { subscriberResource } from '../domain/subscriber/resource.ts';
import { subscriptionResource } from '../domain/subscription/resource.ts';
import { jobs } from './client.ts';

/** Keeps deep pages of long lists quick. Late or never, it costs speed and nothing else. */
export const listAnchors = jobs.createFunction(
  { id: 'list-anchors', triggers: [{ cron: '*/10 * * * *' }], concurrency: { limit: 1 }, retries: 0 },
  async ({ step }) =>
    step.run('extend', () =>
      extendAnchors([subscriberResource, subscriptionResource, invoiceResource, paymentResource], realNow()),
    ),
);
