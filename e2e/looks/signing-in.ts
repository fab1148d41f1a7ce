import { expect, type Page } from '@playwright/test';
import { authenticator } from '../../test/fakes/authenticator.ts';
import { command } from '../command.ts';
import { unique } from '../pending-subscription.ts';
import { createPartner, hydration, open, withOwnPassword } from '../sign-in.ts';
import { type Look, main, press } from './look.ts';

const securedPassword = 'walnut harbour lantern quilt';

/** Signed-out pages, and the sign-in to a live account with a generated password. */
export const signingIn: Look[] = [
  {
    route: '/accept-invite',
    path: ({ invitationLink }) => invitationLink.replace(/^https?:\/\/[^/]+/, ''),
    onPhone: true,
    states: [
      {
        name: 'a weak password',
        part: main,
        show: async (page) => {
          await page.getByLabel('Your name').fill('Grace Hopper');
          await page.getByLabel('Password', { exact: true }).fill('password123456');
          await press(page, /^Join/);
          await expect(page.getByRole('alert').filter({ hasText: 'easy to guess' })).toBeVisible();
        },
      },
      {
        name: 'a link that no longer works',
        part: main,
        show: async (page) => {
          await page.goto('/accept-invite?token=gone');
          await expect(page.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/forgot',
    onPhone: true,
    until: async (page) => void (await expect(page.getByRole('heading', { level: 1 })).toBeVisible()),
  },
  {
    route: '/reset',
    path: () => '/reset?token=gone',
    onPhone: true,
    states: [
      {
        name: 'a link that no longer works',
        part: main,
        show: async (page) => {
          await page.getByLabel('New password', { exact: true }).fill('walnut harbour lantern quilt');
          await press(page, 'Change password');
          await expect(page.getByRole('alert').filter({ hasText: 'was used or has expired' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/confirm-email',
    path: () => '/confirm-email?token=gone',
    onPhone: true,
    states: [
      {
        name: 'a link that no longer works',
        part: main,
        show: async (page) => {
          await press(page, 'Confirm the address');
          await expect(page.getByRole('alert').filter({ hasText: 'was used or has expired' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/two-factor',
    onPhone: true,
    states: [
      {
        name: 'a sign-in that has expired',
        part: main,
        show: async (page) => {
          await page.getByLabel('Code', { exact: true }).fill('000000');
          await press(page, 'Sign in');
          await expect(page.getByRole('alert').filter({ hasText: 'has expired' })).toBeVisible();
        },
      },
      {
        name: 'a recovery code',
        part: main,
        show: async (page) => {
          await press(page, 'Use a recovery code');
          await expect(page.getByLabel('Recovery code', { exact: true })).toBeFocused();
        },
      },
    ],
  },
  {
    route: '/set-up-second-factor',
    path: ({ securedInvitationLink }) => securedInvitationLink.replace(/^https?:\/\/[^/]+/, ''),
    until: async (page) => {
      await page.getByLabel('Your name').fill('Grace Hopper');
      await page.getByLabel('Password', { exact: true }).fill(securedPassword);
      await press(page, /^Join/);
      await page.waitForURL(/set-up-second-factor$/);
      await expect(page.getByLabel('Your password', { exact: true })).toBeVisible();
      await hydration(page);
    },
    onPhone: true,
    states: [
      {
        name: 'the QR code',
        part: main,
        show: async (page) => {
          await page.getByLabel('Your password', { exact: true }).fill(securedPassword);
          await press(page, 'Continue');
          await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
        },
      },
      {
        name: 'the recovery codes',
        part: main,
        show: async (page) => {
          const key = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
          await page.getByLabel('Code of the app').fill(authenticator(key).code());
          await press(page, 'Turn on');
          await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/login',
    onPhone: true,
    states: [
      {
        name: 'a wrong password',
        part: main,
        show: async (page, { newcomer }) => {
          await signIn(page, newcomer.ownerEmail, 'not the password');
          await expect(page.getByRole('alert').filter({ hasText: 'is incorrect' })).toBeVisible();
        },
      },
      {
        name: 'the password has to be changed',
        part: main,
        show: async (page, { newcomer }) => {
          await signIn(page, newcomer.ownerEmail, newcomer.ownerPassword);
          await page.waitForURL(/change-password$/);
          await expect(page.getByLabel('Current password')).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/change-password',
    onPhone: true,
    states: [
      {
        name: 'faults',
        part: main,
        show: async (page, { newcomer: { ownerPassword } }) => {
          await changePassword(page, ownerPassword, 'walnut harbour lantern kilt', 'walnut harbour lantern');
          await expect(page.getByText('The two new passwords differ.')).toBeVisible();
          await changePassword(page, ownerPassword, 'password123456');
          await expect(page.getByRole('alert').filter({ hasText: 'easy to guess' })).toBeVisible();
        },
      },
      {
        name: 'the portal behind it',
        part: main,
        show: async (page, { newcomer: { ownerPassword } }) => {
          await changePassword(page, ownerPassword, 'walnut harbour lantern quilt');
          await expect(page).toHaveURL(/\/$/);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/developers/clock',
    until: async (page) => {
      await expect(page.getByText('Live accounts run on real time')).toBeVisible();
    },
  },
  {
    route: '/account-unavailable',
    path: () => '/login',
    until: async (page) => {
      await page.context().clearCookies();
      await open(page, '/login');
      const email = `suspended-${unique()}@example.com`;
      const partner = await withOwnPassword(await createPartner('--name', 'Suspended ISP', '--email', email));
      await createPartner('--name', 'Suspended ISP', '--email', email, '--live');
      await command('partner', 'suspend', partner.providerId);
      await signIn(page, email, partner.ownerPassword);
      await expect(page.getByRole('heading', { name: 'This account is suspended' })).toBeVisible();
      await expect(page).toHaveURL(/account-unavailable$/);
    },
    onPhone: true,
    states: [
      {
        name: 'the other account',
        part: main,
        show: async (page) => {
          await press(page, /^Open Suspended ISP/);
          await expect(page).toHaveURL(/\/$/);
          await expect(page.locator(main)).toBeVisible();
        },
      },
    ],
  },
];

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
}

async function changePassword(page: Page, present: string, next: string, again = next) {
  await page.getByLabel('Current password').fill(present);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Repeat new password').fill(again);
  await press(page, 'Change password');
}
