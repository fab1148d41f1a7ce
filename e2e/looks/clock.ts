import { expect } from '@playwright/test';
import { dialog, type Look, main, press } from './look.ts';

export const clock: Look[] = [
  {
    route: '/developers/clock',
    states: [
      {
        name: 'a date',
        part: dialog,
        show: async (page) => {
          await page.getByText('A date', { exact: true }).click();
          await press(page, 'Date and time');
          await expect(page.getByRole('button', { name: 'Use this date' })).toBeVisible();
        },
      },
      {
        name: 'what an advance caused',
        part: main,
        show: async (page) => {
          await page.getByText('1 month', { exact: true }).click();
          await expect(page.getByRole('region', { name: 'Due until then' })).toContainText(
            'Billing cycles end',
          );
          await page.getByRole('button', { name: /^Advance to/ }).click();
          await expect(page.getByRole('region', { name: 'What happened' })).toContainText('billing.overdue');
        },
      },
    ],
  },
];
