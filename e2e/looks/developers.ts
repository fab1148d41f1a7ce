import { expect } from '@playwright/test';
import { choose, dialog, type Look, main, press, rows, tab } from './look.ts';

export const developers: Look[] = [
  { route: '/developers/webhooks', until: rows },
  {
    route: '/developers/webhooks/new',
    states: [
      {
        name: 'a refused address',
        part: main,
        show: async (page) => {
          await page.getByRole('textbox', { name: 'URL' }).fill('http://169.254.169.254/latest');
          await press(page, 'Create webhook');
          await expect(page.getByText('that deliveries must not go to').first()).toBeVisible();
        },
      },
      {
        name: 'a choice of events',
        part: main,
        show: async (page) => {
          await page.getByRole('textbox', { name: 'URL' }).fill('http://localhost:9/hook');
          await page.getByLabel('Selected events').check();
        },
      },
      {
        name: 'the secret',
        part: dialog,
        show: async (page) => {
          await page.getByRole('checkbox', { name: 'plan.*' }).check();
          await press(page, 'Create webhook');
          const shown = page.getByRole('dialog', { name: 'Webhook created' });
          await expect(shown.getByText(/^whsec_/)).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/developers/webhooks/[id]',
    path: ({ failingWebhook }) => `/developers/webhooks/${failingWebhook}`,
    until: async (page) => {
      const latest = page.getByRole('region', { name: 'Latest deliveries' });
      await expect(latest.getByText(/Answered 500/)).toBeVisible();
      await expect(page.getByText('Failing', { exact: true })).toBeVisible();
    },
    states: [
      tab('Deliveries', 'plan.created'),
      {
        name: 'Replay events',
        part: dialog,
        show: async (page) => {
          await choose(page, 'Replay events');
          await page.getByRole('dialog').getByRole('button', { name: 'Last hour' }).click();
          await expect(page.getByText(/^\d+ events are sent\.$/)).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/developers/webhooks/[id]',
    path: ({ disabledWebhook }) => `/developers/webhooks/${disabledWebhook}`,
    until: async (page) => {
      await expect(page.getByText('Disabled: the receiver answered 410 Gone')).toBeVisible();
    },
  },
  {
    route: '/developers/webhooks/[id]/edit',
    path: ({ failingWebhook }) => `/developers/webhooks/${failingWebhook}/edit`,
  },
  {
    route: '/developers/webhooks/[id]/deliveries/[deliveryId]',
    path: ({ failingWebhook, delivery }) => `/developers/webhooks/${failingWebhook}/deliveries/${delivery}`,
    until: async (page) => {
      await expect(page.getByRole('region', { name: 'Answer to attempt 1' })).toContainText('status 500');
    },
  },
  { route: '/developers/requests', until: rows, onPhone: true },
  {
    route: '/developers/requests/[id]',
    path: ({ refusedRequest }) => `/developers/requests/${refusedRequest}`,
    until: async (page) => {
      await expect(page.getByRole('region', { name: 'Why it was refused' })).toContainText('planName');
    },
    states: [
      {
        name: 'as a curl command',
        part: main,
        show: async (page) => {
          await press(page, 'As an API request');
          await expect(page.getByRole('region', { name: 'curl command' })).toContainText('curl -X POST');
        },
      },
    ],
  },
  { route: '/developers/events', until: rows },
  {
    route: '/developers/events/[id]',
    path: ({ event }) => `/developers/events/${event}`,
    until: async (page) => {
      await expect(page.getByRole('region', { name: 'Deliveries' })).toContainText('Answered 500');
    },
  },
  {
    route: '/developers/events/[id]',
    path: ({ change }) => `/developers/events/${change}`,
    until: async (page) => {
      const changed = page.getByRole('region', { name: 'What changed' });
      await expect(changed.getByRole('insertion')).toContainText('"suspended"');
    },
  },
  {
    route: '/developers/correlation/[id]',
    path: ({ correlation }) => `/developers/correlation/${correlation}`,
    until: async (page) => {
      await expect(page.getByRole('link', { name: 'plan.created' })).toBeVisible();
    },
  },
  {
    route: '/developers/keys',
    states: [
      {
        name: 'the secret',
        part: dialog,
        show: async (page) => {
          await press(page, 'New key');
          await page.getByRole('textbox', { name: 'Name' }).fill('CRM');
          await press(page, 'Create key');
          await expect(page.getByText(/^sk_/)).toBeVisible();
        },
      },
      {
        name: 'an ended key',
        part: main,
        show: async (page) => {
          await press(page, 'I have stored it');
          await press(page, 'Actions for CRM');
          await page.getByRole('menuitem', { name: 'Revoke' }).click();
          await page.getByRole('textbox', { name: /^Type/ }).fill('CRM');
          await press(page, 'Revoke key');
          await expect(page.getByRole('region', { name: 'Revoked' })).toContainText('CRM');
        },
      },
    ],
  },
];

export const integrations: Look[] = [
  { route: '/integrations', until: rows },
  { route: '/integrations/new' },
  {
    route: '/integrations/[id]',
    path: ({ integration }) => `/integrations/${integration}`,
    until: async (page) => {
      await expect(page.getByText('The tariff is not mapped to a plan')).toBeVisible();
    },
    states: [
      tab('Setup', 'the subscriber has no external user ID'),
      {
        name: 'access to the system, with a fault',
        part: dialog,
        show: async (page) => {
          await press(page, 'Change access');
          const access = page.getByRole('dialog', { name: 'Set up outbound sync' });
          await access.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1');
          await access.getByRole('textbox', { name: 'API key' }).fill('key');
          await access.getByLabel('API secret').fill('secret');
          await access.getByRole('button', { name: 'Save access' }).click();
          await expect(access.getByRole('textbox', { name: 'Address' })).toHaveAttribute(
            'aria-invalid',
            'true',
          );
        },
      },
    ],
  },
  { route: '/integrations/[id]/edit', path: ({ integration }) => `/integrations/${integration}/edit` },
  {
    route: '/integrations/[id]/events/[inboundId]',
    path: ({ integration, inboundEvent }) => `/integrations/${integration}/events/${inboundEvent}`,
    until: async (page) => {
      await expect(page.getByText('"tariff_id"').first()).toBeVisible();
    },
  },
];
