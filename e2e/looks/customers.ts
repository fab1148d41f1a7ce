import { expect } from '@playwright/test';
import { statusOf } from '../pending-subscription.ts';
import { choose, dialog, type Look, main, panel, pick, press, rows, tab } from './look.ts';

export const customers: Look[] = [
  {
    route: '/subscribers',
    until: rows,
    states: [
      {
        name: 'the bell',
        part: dialog,
        show: async (page) => {
          await press(page, /^Notifications/);
          await expect(page.getByRole('dialog')).toContainText('it answered 410 Gone');
        },
      },
      {
        name: 'nothing found',
        part: main,
        show: async (page) => {
          await page.getByRole('searchbox').fill('xyzzy');
          await expect(page.getByText('No subscribers match')).toBeVisible();
        },
      },
      {
        name: 'Ctrl+K',
        part: dialog,
        show: async (page, { debtorName }) => {
          await page.keyboard.press('Control+k');
          await page.getByPlaceholder(/^Name, phone/).fill(debtorName);
          await expect(page.getByRole('dialog').getByText(debtorName)).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/subscribers/new',
    states: [
      {
        name: 'faults',
        part: main,
        show: async (page) => {
          await press(page, 'Create subscriber');
          await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
        },
      },
    ],
  },
  {
    route: '/subscribers/[id]',
    path: ({ heldSubscriber }) => `/subscribers/${heldSubscriber}`,
    until: async (page) => {
      await expect(page.getByText('Suspended · Moved out')).toBeVisible();
      await expect(
        page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first(),
      ).toBeVisible();
    },
    onPhone: true,
    states: [
      {
        name: 'Write note',
        part: main,
        show: async (page) => {
          await press(page, 'Write note');
          await expect(page.getByLabel('New note')).toBeFocused();
        },
      },
      {
        name: 'Edit tags',
        part: dialog,
        show: async (page) => {
          await press(page, 'Edit tags');
          await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Tags' })).toBeVisible();
        },
      },
      tab('Invoices', /INV-/),
      tab('Charges', 'No one-time charges yet'),
      tab('Payments', 'Completed'),
      tab('Installations', 'Relocation'),
      tab('JSON', '"firstName"'),
      {
        name: 'Lift hold',
        part: dialog,
        show: async (page) => {
          await press(page, 'Lift hold');
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/subscribers/[id]',
    path: ({ creditedSubscriber }) => `/subscribers/${creditedSubscriber}`,
    states: [tab('Credit', 'Money received')],
  },
  {
    route: '/subscribers/[id]',
    path: () => '/subscribers/sub_00000000000000000000000000',
    until: async (page) => {
      await expect(page.getByText('There is nothing here')).toBeVisible();
    },
  },
  {
    route: '/subscribers/[id]/edit',
    path: ({ heldSubscriber }) => `/subscribers/${heldSubscriber}/edit`,
  },
  { route: '/subscriptions', until: rows },
  { route: '/subscriptions/new' },
  {
    route: '/subscriptions/[id]',
    path: ({ pendingSubscription }) => `/subscriptions/${pendingSubscription.id}`,
    until: async (page) => {
      await expect(statusOf(page, 'PENDING')).toBeVisible();
    },
    states: [
      tab('Timeline', 'subscription.created'),
      tab('Billing', 'Payments'),
      tab('Network', 'Network credentials come with the first payment.'),
      {
        name: 'Record payment',
        part: dialog,
        show: async (page) => {
          await press(page, 'Record payment');
          await expect(page.getByRole('radio', { name: 'Cash or transfer' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/subscriptions/[id]',
    path: ({ activeSubscription }) => `/subscriptions/${activeSubscription.id}`,
    until: async (page) => {
      await expect(statusOf(page, 'ACTIVE')).toBeVisible();
      await expect(page.getByText('Next plan')).toBeVisible();
    },
    states: [
      {
        name: 'Change plan',
        part: dialog,
        show: async (page, { plan }) => {
          await choose(page, 'Change plan');
          await pick(page, 'New plan', plan.planName);
          const follows = page.getByRole('dialog').getByRole('region', { name: 'What will follow' });
          await expect(follows).toContainText('The plan changes to');
        },
      },
      {
        name: 'Cancel subscription',
        part: dialog,
        show: async (page) => {
          await choose(page, 'Cancel subscription');
          await expect(page.getByRole('dialog').getByText('stays in service until')).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/subscriptions/[id]',
    path: ({ cappedSubscription }) => `/subscriptions/${cappedSubscription}?tab=network`,
    until: async (page) => {
      const used = page.getByRole('region', { name: 'Data used in this cycle' });
      await expect(used).toContainText('Throttled since');
    },
    states: [
      {
        name: 'password revealed',
        part: panel,
        show: async (page) => {
          await press(page, 'Show password');
          await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/departures',
    until: async (page) => {
      await expect(page.getByRole('region', { name: 'Reasons' })).toContainText('Too expensive');
      await rows(page);
    },
  },
];
