import { holdRequests } from './hold-requests.ts';
import { expect, open, test } from './sign-in.ts';

test('a heading sorts by its column, and says how', async ({ page, api }) => {
  const mark = `Sort${Date.now()}`;
  for (const name of ['b', 'c', 'a']) {
    await api.post('/demarcation-points', { name: `${mark} ${name}`, accessType: 'FIBER' });
  }
  await open(page, `/demarcation-points?q=${mark}`);
  const names = page.locator('[data-row-link]');
  const heading = page.getByRole('columnheader', { name: 'Name' });
  await expect(heading).not.toHaveAttribute('aria-sort', /./);
  await heading.getByRole('button').press('Enter');
  await expect(names).toHaveText([`${mark} a`, `${mark} b`, `${mark} c`]);
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await heading.getByRole('button').click();
  await expect(names).toHaveText([`${mark} c`, `${mark} b`, `${mark} a`]);
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=-name/);
});

test('rows of the former filter take no clicks while the new ones are read', async ({ page, api }) => {
  const mark = `Stale${Date.now()}`;
  const names = [`${mark} a`, `${mark} b`];
  for (const name of names) await api.post('/demarcation-points', { name, accessType: 'FIBER' });
  await open(page, `/demarcation-points?q=${mark}&sort=name`);
  const body = page.locator('main table tbody');
  const release = await holdRequests(page, '**/trpc/**demarcationPoint.list**');
  const box = await page.getByRole('link', { name: names[0] }).boundingBox();
  await page
    .getByRole('searchbox')
    .first()
    .fill(names[1] ?? '');
  await expect(body).toHaveAttribute('inert', '');
  await expect(body).toContainText(names[0] ?? '');
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
  await expect(page).toHaveURL(/\/demarcation-points\?/);
  release();
  await expect(body).not.toHaveAttribute('inert', '');
  await page.getByRole('link', { name: names[1] }).click();
  await expect(page).toHaveURL(/\/demarcation-points\/dmp_/);
});

test('rows are selected one by one, with Shift as a range, by x, and all at once', async ({ page, api }) => {
  const mark = `Range${Date.now()}`;
  for (const name of ['a', 'b', 'c', 'd']) {
    await api.post('/demarcation-points', { name: `${mark} ${name}`, accessType: 'FIBER' });
  }
  await open(page, `/demarcation-points?q=${mark}&sort=name`);
  const rows = page.getByRole('checkbox', { name: 'Select demarcation point' });
  const all = page.getByRole('checkbox', { name: 'Select all demarcation points of this page' });
  const checked = () => rows.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked));
  await rows.nth(3).click();
  await rows.nth(1).click({ modifiers: ['Shift'] });
  expect(await checked()).toEqual([false, true, true, true]);
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('3');
  expect(await all.evaluate((box) => (box as HTMLInputElement).indeterminate)).toBe(true);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  expect(await checked()).toEqual([true, true, true, true]);
  await expect(all).toBeChecked();
  await all.click();
  expect(await checked()).toEqual([false, false, false, false]);
});
