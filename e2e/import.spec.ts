import { readFile } from 'node:fs/promises';
import { workbook } from '../test/fixtures/workbook.ts';
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

test('import a Windows-1251 file and a workbook with two sheets: choose what reads right', async ({
  page,
  api,
}) => {
  const mark = `Choice${Date.now()}`;
  const digits = String(Date.now()).slice(-7);
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  const text = `First name,Last name,Email,Phone\n\u0418\u0432\u0430\u043d,${mark},${mark}@example.com,+25411${digits}\n`;
  const cyrillic = Buffer.from(
    [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return code < 0x80 ? code : code - 0x410 + 0xc0;
    }),
  );
  await open(page, '/imports/new?type=subscribers');
  await choose('clients.csv', cyrillic);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Which of these reads right?')).toBeVisible();
  await page.getByRole('radio', { name: 'Cyrillic (windows-1251)' }).check();
  await expect(page.getByText(`Иван · ${mark}`).first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/jobs\/job_/);
  await expect(page.getByText('First row: Иван')).toBeVisible();
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByRole('status').first()).toHaveText('1 of 1 created');
  expect(await api.list(`/subscribers?q=${mark}`)).toMatchObject([{ firstName: 'Иван' }]);

  const row = ['Ada', `${mark}b`, `${mark}b@example.com`, Number(`25411${digits}`) + 1];
  await open(page, '/imports/new?type=subscribers');
  const people = [['First name', 'Last name', 'Email', 'Phone'], row];
  await choose('clients.xlsx', workbook({ Notes: [['Note'], ['Old']], People: people }));
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('radio', { name: 'People' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/jobs\/job_/);
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByRole('status').first()).toHaveText('1 of 1 created');
  expect(await api.list(`/subscribers?q=${mark}b`)).toHaveLength(1);
});

test('refused rows are corrected in place: after the check, and after the import', async ({ page, api }) => {
  const mark = `Correct${Date.now()}`;
  const digits = String(Date.now()).slice(-6);
  const file = [
    'First name,Last name,E-mail,Phone,Router',
    `${mark},One,nowhere,+254110${digits},HGU-1`,
    `${mark},Two,${mark}.2@example.com,12,HGU-2`,
  ].join('\n');
  await open(page, '/imports/new?type=subscribers');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.waitForURL(/\/jobs\/job_/);
  await page.getByRole('button', { name: 'Check all rows' }).click();
  const progress = page.getByRole('status').first();
  await expect(progress).toHaveText('0 of 2 will be created, 2 refused');

  // The result is what the person sees after the check, without scrolling. The columns are still there.
  const correct = page.getByRole('button', { name: 'Correct row 1' });
  await expect(correct).toBeInViewport();
  const email = page.getByRole('combobox', { name: 'Email' });
  await expect(email).toBeHidden();
  await expect(page.getByText('4 of 5 columns of the file are used. Not used: Router.')).toBeVisible();
  await page.getByRole('button', { name: 'Change columns' }).click();
  await expect(email).toHaveValue('E-mail');
  await page.getByRole('button', { name: 'Hide columns' }).click();

  await correct.click();
  const dialog = page.getByRole('dialog', { name: 'Correct row 1' });
  await expect(dialog.getByRole('textbox', { name: 'Phone' })).toHaveValue(`+254110${digits}`);
  await expect(dialog.getByText('Column “E-mail”')).toBeVisible();
  await expect(dialog.getByText('Enter an email address such as ada@example.com.')).toBeVisible();
  await expect(dialog.getByRole('textbox').first()).toHaveAccessibleName('Email');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`${mark}.1@example.com`);
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(progress).toHaveText('1 of 2 will be created, 1 refused');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(progress).toHaveText('1 of 2 created, 1 refused');

  await page.getByRole('button', { name: 'Correct row 2' }).click();
  const second = page.getByRole('dialog', { name: 'Correct row 2' });
  await second.getByRole('textbox', { name: 'Phone' }).fill(`+254111${digits}`);
  await second.getByRole('button', { name: 'Import again' }).click();
  await expect(progress).toHaveText('2 of 2 created');
  expect(await api.list(`/subscribers?q=${mark}`)).toHaveLength(2);
});
