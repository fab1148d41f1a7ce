import { expect } from '@playwright/test';
import { bulk, type Look, main, pick, rows, tab } from './look.ts';

export const catalogue: Look[] = [
  { route: '/plans', until: rows, states: [bulk('plans', 'Disable', 'disable')] },
  {
    route: '/plans/new',
    states: [
      {
        name: 'below the floor',
        part: main,
        show: async (page) => {
          await page.getByRole('textbox', { name: 'Download' }).fill('20');
          await page.getByRole('textbox', { name: 'Upload' }).fill('5');
          await pick(page, 'Currency', 'KES');
          await page.getByRole('textbox', { name: 'Price for a cycle' }).fill('10');
          await expect(page.getByText('This price is below it.')).toBeVisible();
        },
      },
    ],
  },
  {
    route: '/plans/[id]',
    path: ({ plan }) => `/plans/${plan.id}`,
    states: [tab('Timeline', 'plan.created'), tab('Audit', ' created plan '), tab('JSON', '"planName"')],
  },
  { route: '/plans/[id]/edit', path: ({ plan }) => `/plans/${plan.id}/edit` },
  { route: '/demarcation-points', until: rows },
  { route: '/demarcation-points/new' },
  { route: '/demarcation-points/[id]', path: ({ point }) => `/demarcation-points/${point}` },
  { route: '/demarcation-points/[id]/edit', path: ({ point }) => `/demarcation-points/${point}/edit` },
];
