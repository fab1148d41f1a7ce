import { expect } from '@playwright/test';
import { statusOf } from '../pending-subscription.ts';
import { bulk, choose, dialog, type Look, main, pick, press, rows } from './look.ts';

export const billing: Look[] = [
  {
    route: '/invoices',
    until: rows,
    states: [bulk('invoices', 'Record payment', 'Skipped: No amount is due')],
  },
  {
    route: '/invoices/[id]',
    path: ({ openInvoice }) => `/invoices/${openInvoice}`,
    until: async (page) => {
      await expect(page.getByRole('article')).toContainText('Amount due');
    },
    states: [
      {
        name: 'Record payment',
        part: dialog,
        show: async (page) => {
          await press(page, 'Record payment');
          await expect(page.getByRole('dialog', { name: 'Record payment' })).toContainText(
            'payment.received',
          );
        },
      },
      {
        name: 'Send',
        part: dialog,
        show: async (page) => {
          await press(page, 'Send');
          await expect(page.getByRole('dialog')).toContainText('the link to pay it');
        },
      },
    ],
  },
  {
    route: '/invoices/[id]',
    path: ({ voidInvoice }) => `/invoices/${voidInvoice}`,
    until: async (page) => {
      await expect(statusOf(page, 'VOID')).toContainText('reissued with other terms');
    },
  },
  { route: '/charges', until: rows },
  {
    route: '/charges/new',
    path: ({ heldSubscriber }) => `/charges/new?subscriberId=${heldSubscriber}`,
    states: [
      {
        name: 'a fault, and what will follow',
        part: main,
        show: async (page) => {
          await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue('KES');
          await press(page, 'Create charge');
          const what = page.getByRole('textbox', { name: 'Description' });
          await expect(what).toHaveAttribute('aria-invalid', 'true');
          await page.getByRole('textbox', { name: 'Amount' }).fill('4500');
          await expect(page.getByRole('region', { name: 'What will follow' })).toContainText(
            'Complete the form',
          );
        },
      },
    ],
  },
  {
    route: '/charges/[id]',
    path: ({ charge }) => `/charges/${charge}`,
    until: async (page) => {
      await expect(statusOf(page, 'PENDING')).toBeVisible();
    },
    states: [
      {
        name: 'Cancel charge',
        part: dialog,
        show: async (page) => {
          await choose(page, 'Cancel charge');
          await expect(page.getByRole('dialog')).toContainText('installation.updated');
        },
      },
    ],
  },
  {
    route: '/payments/gateways',
    until: async (page) => {
      await expect(page.getByRole('main')).toContainText('Customers cannot pay by Paystack');
    },
    states: [
      {
        name: 'Replace the credentials of M-Pesa',
        part: dialog,
        show: async (page) => {
          await press(page, 'Replace credentials of M-Pesa');
          await expect(page.getByRole('dialog')).toContainText('Passkey');
        },
      },
    ],
  },
  {
    route: '/payments',
    until: rows,
    states: [
      {
        name: 'the debts of a subscriber',
        part: dialog,
        show: async (page, { debtorName }) => {
          await page.locator('header').getByRole('button', { name: 'Record payment' }).click();
          await pick(page, 'Subscriber', debtorName);
          const amountsDue = page.getByRole('region', { name: 'Amounts due' });
          await expect(amountsDue.getByRole('listitem')).toHaveCount(2);
        },
      },
    ],
  },
  {
    route: '/payments/[id]',
    path: ({ payment }) => `/payments/${payment.id}`,
    until: async (page) => {
      await expect(statusOf(page, 'COMPLETED')).toContainText('refunded in part');
    },
    states: [
      {
        name: 'Refund',
        part: dialog,
        show: async (page) => {
          await press(page, 'Refund');
          await expect(page.getByRole('region', { name: 'What will follow' })).toContainText('INV-');
        },
      },
    ],
  },
  {
    route: '/payments/[id]',
    path: ({ paymentUnderWay }) => `/payments/${paymentUnderWay.id}`,
    states: [
      {
        name: 'Simulate an outcome',
        part: dialog,
        show: async (page) => {
          await press(page, 'Simulate an outcome');
          await expect(page.getByRole('dialog').getByRole('button', { name: 'Succeed' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/payments/[id]',
    path: ({ latePayment }) => `/payments/${latePayment.id}`,
    until: async (page) => {
      await expect(statusOf(page, 'EXPIRED')).toContainText('refund due');
    },
  },
  { route: '/receipts', until: rows },
  {
    route: '/receipts/[id]',
    path: ({ receipt }) => `/receipts/${receipt}`,
    until: async (page) => {
      await expect(statusOf(page, 'UNMATCHED')).toBeVisible();
    },
    states: [
      {
        name: 'Assign',
        part: dialog,
        show: async (page) => {
          await press(page, 'Assign');
          await expect(page.getByRole('dialog')).toContainText('Choose a subscriber');
        },
      },
    ],
  },
  { route: '/refunds', until: rows },
  { route: '/refunds/[id]', path: ({ refund }) => `/refunds/${refund.id}` },
  { route: '/emails', until: rows },
  { route: '/announcements', until: rows },
  {
    route: '/announcements/[id]',
    path: ({ announcement }) => `/announcements/${announcement}`,
    until: async (page) => {
      await expect(page.getByText('0 of 1 sent, 1 not sent')).toBeVisible();
    },
    states: [
      {
        name: 'Outage is over',
        part: dialog,
        show: async (page) => {
          await press(page, 'Outage is over');
          await expect(page.getByRole('dialog')).toContainText('no longer show the outage');
        },
      },
    ],
  },
  {
    route: '/emails/[id]',
    path: ({ emailId }) => `/emails/${emailId}`,
    // Scripts of axe do not run in the frame of the formatted email.
    until: async (page) => {
      await expect(page.frameLocator('iframe').getByText('Seeded ISP').first()).toBeVisible();
      await page.getByText('Plain text').click();
      await expect(page.getByText('This is a test email from a sandbox.')).toBeVisible();
      await expect(page.locator('iframe')).toHaveCount(0);
    },
  },
];
