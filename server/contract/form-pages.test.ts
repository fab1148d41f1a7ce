import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chargeOperations } from './operations/charge.ts';
import { demarcationPointOperations } from './operations/demarcation-point.ts';
import { installationOperations } from './operations/installation.ts';
import { integrationOperations } from './operations/integration.ts';
import { planOperations } from './operations/plan.ts';
import { subscriberOperations } from './operations/subscriber.ts';
import { subscriptionOperations } from './operations/subscription.ts';
import { webhookOperations } from './operations/webhook.ts';

const root = new URL('../../app/(portal)/', import.meta.url).pathname;

/** What the forms of each folder send. */
const operations: Record<string, Record<string, { permission?: string }>> = {
  charges: chargeOperations,
  'demarcation-points': demarcationPointOperations,
  'developers/webhooks': webhookOperations,
  installations: installationOperations,
  integrations: integrationOperations,
  plans: planOperations,
  subscribers: subscriberOperations,
  subscriptions: subscriptionOperations,
};

// The page of an import has parts of several permissions.
const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\/(new|edit)\/page\.tsx$/.test(path) && !path.startsWith('imports/'),
);

test('there are pages of forms', () => expect(pages.length).toBeGreaterThan(10));

test.each(pages)('the form of %s is for people who may send it', (page) => {
  const folder = page.replace(/\/(\[id\]\/edit|new)\/page\.tsx$/, '');
  const permission = /<Permitted to="([^"]+)">/.exec(readFileSync(root + page, 'utf8'))?.[1];
  expect(permission).toBeDefined();
  expect(permission).toBe(
    operations[folder]?.[page.endsWith('/new/page.tsx') ? 'create' : 'update']?.permission,
  );
});
