import { expect } from '@playwright/test';
import { open } from '../sign-in.ts';
import { dialog, type Look, main, press, rows, tab } from './look.ts';

export const settings: Look[] = [
  { route: '/audit', until: rows, onPhone: true },
  { route: '/jobs', until: rows, onPhone: true },
  { route: '/imports' },
  {
    route: '/imports/new',
    onPhone: true,
    states: [
      {
        name: 'the columns, with a fault',
        part: main,
        show: async (page) => {
          const buffer = Buffer.from('Plan,Price\nFibre 10,100\n');
          await page.getByRole('radio', { name: 'Plans' }).check();
          await page
            .locator('input[type=file]')
            .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
          await press(page, 'Upload');
          await press(page, 'Check all rows');
          await expect(page.getByText('Choose a column').first()).toBeVisible();
        },
      },
      {
        name: 'a refused row to correct',
        part: dialog,
        show: async (page) => {
          const buffer = Buffer.from('First name,Last name,Email,Phone\nAnn,Lee,nowhere,12\n');
          await open(page, '/imports/new?type=subscribers');
          await page
            .locator('input[type=file]')
            .setInputFiles({ name: 'b.csv', mimeType: 'text/csv', buffer });
          await press(page, 'Upload');
          await press(page, 'Check all rows');
          await press(page, 'Correct row 1');
          await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('nowhere');
        },
      },
    ],
  },
  {
    route: '/jobs/[id]',
    path: ({ job }) => `/jobs/${job}`,
    until: async (page) =>
      void (await expect(page.getByText('The plan is not disabled.').first()).toBeVisible()),
    onPhone: true,
    states: [tab('Audit', ' created a bulk action on plans')],
  },
  {
    route: '/settings/organisation',
    states: [
      {
        name: 'a fault',
        part: main,
        show: async (page) => {
          await page.getByLabel('Tax rate').fill('100');
          await press(page, 'Save tax and time zone');
          await expect(page.getByText('Enter less than 100 %.')).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/settings/team',
    until: async (page) => void (await expect(page.getByText('invited@example.com')).toBeVisible()),
    onPhone: true,
    states: [
      {
        name: 'Invite, with a fault',
        part: dialog,
        show: async (page) => {
          await press(page, 'Invite');
          const form = page.getByRole('dialog', { name: 'Invite to the team' });
          await form.getByRole('textbox', { name: 'Email' }).fill('invited@example.com');
          await form.getByRole('button', { name: 'Send invitation' }).click();
          await expect(form.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
        },
      },
    ],
  },
  {
    route: '/settings/profile',
    until: async (page) => {
      await expect(page.getByText('(this session)')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
    },
    onPhone: true,
    states: [
      {
        name: 'Turn on the second factor, with a fault',
        part: dialog,
        show: async (page) => {
          await press(page, 'Turn on');
          await page.getByLabel('Your password', { exact: true }).fill('not the password');
          await press(page, 'Continue');
          await expect(page.getByRole('dialog').getByRole('alert')).toContainText('is incorrect');
        },
      },
      {
        name: 'the QR code',
        part: dialog,
        show: async (page, { ownerPassword }) => {
          await press(page, 'Turn on');
          await page.getByLabel('Your password', { exact: true }).fill(ownerPassword);
          await press(page, 'Continue');
          await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/settings/messages',
    until: async (page) => {
      await expect(page.getByRole('button', { name: 'Edit Invoice' })).toBeVisible();
    },
    onPhone: true,
    states: [
      {
        name: 'Edit a text, with a fault',
        part: dialog,
        show: async (page) => {
          await press(page, 'Edit Invoice');
          await page.getByRole('textbox', { name: 'Text' }).fill('Pay {{ sum }}');
          await press(page, 'Preview');
          await expect(page.getByRole('dialog').getByRole('alert')).toContainText('is no variable');
        },
      },
      {
        name: 'Change what is sent',
        part: dialog,
        show: async (page) => {
          await press(page, 'Change');
          await expect(page.getByRole('textbox', { name: 'Quiet hours from' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/settings/notifications',
    onPhone: true,
    states: [
      {
        name: 'daily',
        part: main,
        show: async (page) => {
          await page.getByLabel('Daily').click();
          await expect(page.getByText('You get a daily email.')).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/notifications',
    until: async (page) => {
      await expect(page.getByText(/it answered 410 Gone/)).toBeVisible();
    },
    onPhone: true,
  },
  {
    route: '/settings/network',
    until: async (page) => {
      await expect(page.getByText('pop-1')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Download' })).toBeVisible();
    },
    states: [
      {
        name: 'Add server, with a fault',
        part: dialog,
        show: async (page) => {
          await press(page, 'Add server');
          const added = page.getByRole('dialog', { name: 'Add network server' });
          await added.getByRole('textbox', { name: 'Name' }).fill('pop-2');
          await added.getByRole('textbox', { name: 'Address' }).fill('nowhere');
          await added.getByLabel('Shared secret').fill('shared-with-the-router');
          await added.getByRole('button', { name: 'Add server' }).click();
          await expect(added.getByRole('textbox', { name: 'Address' })).toHaveAttribute(
            'aria-invalid',
            'true',
          );
        },
      },
    ],
  },
];
