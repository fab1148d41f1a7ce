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
