import { readFile } from 'node:fs/promises';
import { expect, open, test } from './sign-in.ts';

test('import subscribers with mistakes: check, import, correct the refused rows and import those', async ({
  page,
  api,
}) => {
  const mark = `Import${Date.now()}`;
  const digits = String(Date.now()).slice(-7);
  const line = (i: number, email: string) =>
    `${mark},Row ${i},${email},+25411${String(Number(digits) + i)
      .padStart(7, '0')
      .slice(-7)}`;
  const good = Array.from({ length: 30 }, (_, i) => line(i, `${mark}.${i}@example.com`));
  const file = ['First name,Last name,Email,Phone', ...good, line(30, 'nowhere'), line(31, 'at home')].join(
    '\n',
  );
  const choose = (text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

  await open(page, '/subscribers');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await choose(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.waitForURL(/\/jobs\/job_/);
  await expect(page.getByRole('combobox', { name: 'Email' })).toHaveValue('Email');
  await page.getByRole('button', { name: 'Check all rows' }).click();
  const progress = page.getByRole('status').first();
  await expect(progress).toHaveText('30 of 32 will be created, 2 refused');
  await expect(
    page.getByText('Email: Enter an email address such as ada@example.com.').first(),
  ).toBeVisible();
  expect(await api.list(`/subscribers?q=${mark}`)).toHaveLength(0);

  const start = page.getByRole('button', { name: 'Import 30 rows' });
  await start.click();
  await expect(start).toBeHidden();
  await page.reload();
  await expect(progress).toHaveText('30 of 32 created, 2 refused');
  await expect(page.getByText('Completed')).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the refused rows' }).click();
  const rejects = await readFile(await (await downloading).path(), 'utf8');
  await open(page, '/imports/new?type=subscribers');
  await choose(
    rejects.replace('nowhere', `${mark}.30@example.com`).replace('at home', `${mark}.31@example.com`),
  );
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(progress).toHaveText('2 of 2 created');
  expect((await api.list(`/subscribers?q=${mark}&limit=100`)).length).toBe(32);
});
