import { expect } from '@playwright/test';
import { statusOf } from '../pending-subscription.ts';
import { bulk, choose, dialog, type Look, main, press, rows } from './look.ts';

export const fieldWork: Look[] = [
  {
    route: '/installations',
    until: async (page) => {
      await expect(
        page.getByRole('region', { name: 'Awaiting installation' }).getByRole('link'),
      ).not.toHaveCount(0);
    },
    states: [
      {
        name: 'ended ones',
        part: main,
        show: async (page) => {
          const ended = page.getByRole('region', { name: 'Ended' });
          await ended.getByRole('button', { name: /^Cancelled/ }).click();
          await expect(ended.locator('a[data-row-link]').first()).toBeVisible();
        },
      },
      {
        name: 'Mark installed',
        part: dialog,
        show: async (page, { waitingInstallation: { subscriberName } }) => {
          await press(page, `Actions for ${subscriberName}`);
          await page.getByRole('menuitem', { name: 'Mark installed' }).click();
          await expect(page.getByRole('dialog')).toContainText('is activated');
        },
      },
      {
        name: 'calendar',
        part: main,
        show: async (page) => {
          await page.getByText('Calendar', { exact: true }).click();
          await expect(page.getByRole('table', { name: 'Appointments' })).toBeVisible();
        },
      },
      {
        name: 'a week of the calendar',
        part: main,
        show: async (page) => {
          await page.getByText('Week', { exact: true }).click();
          await expect(page).toHaveURL(/cal=week/);
          await expect(page.getByRole('table', { name: 'Appointments' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/installations',
    path: () => '/installations?view=list&f.status=AWAITING_INSTALLATION&f.isScheduled=false',
    until: rows,
    states: [bulk('installations', 'Assign', 'Technician')],
  },
  {
    route: '/installations/new',
    path: ({ pendingSubscription }) => `/installations/new?subscriptionId=${pendingSubscription.id}`,
    states: [
      {
        name: 'with a fee',
        part: main,
        show: async (page) => {
          await page.getByLabel('Fee', { exact: true }).fill('1500');
          const follows = page.getByRole('region', { name: 'What will follow' });
          await expect(follows).toContainText('is charged');
        },
      },
    ],
  },
  {
    route: '/installations/[id]',
    path: ({ unpaidInstallation }) => `/installations/${unpaidInstallation.id}`,
    until: async (page) => {
      await expect(statusOf(page, 'PENDING_PAYMENT')).toContainText('fee unpaid');
    },
    states: [
      {
        name: 'Pay fee',
        part: dialog,
        show: async (page) => {
          await press(page, 'Pay fee');
          await expect(page.getByRole('dialog')).toContainText('payment.received');
        },
      },
    ],
  },
  {
    route: '/installations/[id]',
    path: ({ waitingInstallation }) => `/installations/${waitingInstallation.id}`,
    states: [
      {
        name: 'Cancel installation',
        part: dialog,
        show: async (page) => {
          await choose(page, 'Cancel installation');
        },
      },
      {
        name: 'Schedule, with the calendar open',
        part: dialog,
        show: async (page) => {
          await press(page, 'Schedule');
          await page
            .getByRole('dialog', { name: 'Schedule' })
            .getByRole('button', { name: 'Appointment' })
            .click();
          await expect(page.getByRole('button', { name: 'Use this time' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/visits',
    until: async (page) => {
      await expect(page.getByRole('link', { name: /^Call / })).toBeVisible();
    },
    onPhone: true,
  },
  {
    route: '/visits/[id]',
    path: ({ visit }) => `/visits/${visit}`,
    onPhone: true,
    states: [
      {
        name: 'Mark done',
        part: dialog,
        show: async (page) => {
          await press(page, 'Mark done');
          await expect(page.getByRole('dialog')).toContainText('is activated');
        },
      },
    ],
  },
  {
    route: '/network',
    path: () => '/network?f.active=true',
    until: async (page) => {
      await expect(page.getByRole('row').filter({ hasText: 'Throttled' })).toContainText('1 GB');
    },
  },
  {
    route: '/network/[id]',
    path: ({ session }) => `/network/${session}`,
    until: async (page) => {
      await expect(page.getByRole('region', { name: 'Session' })).toBeVisible();
    },
    states: [
      {
        name: 'Disconnect',
        part: dialog,
        show: async (page) => {
          await press(page, 'Disconnect session');
          await expect(page.getByRole('dialog', { name: 'Disconnect session' })).toBeVisible();
        },
      },
    ],
  },
];
