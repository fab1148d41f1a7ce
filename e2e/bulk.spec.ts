import { expect, open, test } from './sign-in.ts';

test('disable several plans at once, retire several demarcation points at once', async ({ page, api }) => {
  const mark = `Bulk${Date.now()}`;
  const terms = {
    planType: 'RESIDENTIAL',
    downloadSpeedMbps: 10,
    uploadSpeedMbps: 5,
    priceAmount: 100,
    priceCurrency: 'USD',
    billingCycleDays: 30,
  };
  const plan = await api.post('/plans', { ...terms, planName: `${mark} one` });
  await api.post('/plans', { ...terms, planName: `${mark} two` });
  await open(page, `/plans?q=${mark}`);
  await page.getByLabel('Select all plans of this page').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('disable');
  await dialog.getByRole('button', { name: 'Disable 2 plans' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 done of 2');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect((await api.get(`/plans/${plan.id}`)).disabledAt).not.toBeNull();

  const point = await api.post('/demarcation-points', { name: `${mark} mast`, accessType: 'WIRELESS' });
  await open(page, `/demarcation-points?q=${mark}`);
  await page.getByLabel('Select all demarcation points of this page').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Retire' }).click();
  await dialog.getByRole('button', { name: 'Retire 1 demarcation point' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 done of 1');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await api.get(`/demarcation-points/${point.id}`)).toMatchObject({ status: 'RETIRED' });
});

test('retire all demarcation points that match, over pages, as a job', async ({ page, api }) => {
  const mark = `Over${Date.now()}`;
  const total = 23;
  for (let i = 0; i < total; i++) {
    await api.post('/demarcation-points', { name: `${mark} ${i}`, accessType: 'FIBER' });
  }
  await open(page, `/demarcation-points?q=${mark}`);
  await page.getByLabel('Select all demarcation points of this page').check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: `Select all ${total} that match` }).click();
  await bar.getByRole('button', { name: 'Retire' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This is what happens to the first 5 now.');
  await expect(dialog.getByRole('row').filter({ hasText: /status.*Retired/i })).toHaveCount(5);
  await dialog.getByRole('button', { name: `Retire ${total} demarcation points` }).click();
  await dialog.getByRole('link', { name: 'Open the job' }).click();
  await page.waitForURL(/\/jobs\/job_/);
  await expect(page.getByRole('status').first()).toHaveText(`${total} of ${total} done`);
  await page.reload();
  await expect(page.getByText('Completed')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: `${mark} 0` })).toContainText('Done');
  expect(await api.list(`/demarcation-points?q=${mark}&status=RETIRED`)).toHaveLength(20);
});
