import { expect } from '@playwright/test';
import { SCRIPT_BUDGET } from '../../bench/script-budget.ts';
import { billing } from './billing.ts';
import { catalogue } from './catalogue.ts';
import { clock } from './clock.ts';
import { customers } from './customers.ts';
import { developers, integrations } from './developers.ts';
import { fieldWork } from './field-work.ts';
import { home } from './home.ts';
import { dialog, type Look } from './look.ts';
import { settings } from './settings.ts';
import { signingIn } from './signing-in.ts';

const docs: Look[] = [
  ...['/docs', '/docs/states', '/docs/events', '/docs/errors', '/docs/metrics', '/docs/changelog'].map(
    (route) => ({
      route,
      onPhone: true,
    }),
  ),
  { route: '/docs/contract', onPhone: true },
  { route: '/docs/glossary', onPhone: true },
  {
    route: '/docs/guides/[slug]',
    path: () => '/docs/guides/receive-webhooks',
    onPhone: true,
    states: [
      {
        name: 'the search',
        part: dialog,
        show: async (page) => {
          await page.keyboard.press('Control+k');
          await page.getByRole('textbox', { name: 'Search the documentation' }).fill('overdue');
          await expect(page.getByRole('dialog')).toContainText('billing.overdue');
        },
      },
    ],
  },
  {
    route: '/docs/api',
    until: async (page) => {
      await expect(page.getByRole('heading', { name: 'Authentication' })).toBeVisible();
    },
    onPhone: true,
    isForeign: true,
    // The viewer has 968 KiB. This page alone loads it, and nothing links to the page but the documentation.
    scriptBudget: SCRIPT_BUDGET + 1_000 * 1024,
  },
];

/** The pages in the order of the checks. Signed-out pages share one browser. */
export const looks = {
  home,
  customers,
  'field work': fieldWork,
  billing,
  catalogue,
  settings,
  developers,
  integrations,
  documentation: docs,
  clock,
};
export const signedOutPages = { 'signing in': signingIn };
