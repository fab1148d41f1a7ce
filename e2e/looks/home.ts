import { expect } from '@playwright/test';
import { type Look, main, press } from './look.ts';

export const home: Look[] = [
  {
    route: '/',
    until: async (page) => {
      await expect(page.getByRole('region', { name: 'MRR' }).first()).toBeVisible();
    },
    onPhone: true,
    states: [
      {
        name: 'a definition',
        part: main,
        show: async (page) => {
          await press(page, 'What MRR counts');
          await expect(page.getByText('Monthly recurring revenue')).toBeVisible();
        },
      },
      {
        name: 'charts',
        part: main,
        show: async (page) => {
          await page.getByRole('heading', { name: 'Twelve months' }).hover();
          await expect(page.locator('.recharts-surface').first()).toBeVisible();
        },
      },
      {
        name: 'tables',
        part: main,
        show: async (page) => {
          await page.getByText('Table', { exact: true }).click();
          await expect(page.getByRole('table', { name: /^MRR by month/ })).toBeVisible();
        },
      },
    ],
  },
];
