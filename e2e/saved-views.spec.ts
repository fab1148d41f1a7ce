import { errorsOf, expect, open, origin, test } from './sign-in.ts';

const PASSWORD = 'walnut harbour lantern quilt';

test('a shared view is a tab of a colleague, and is gone when it is no longer shared', async ({
  page,
  browser,
  api,
}) => {
  const mark = `View${Date.now()}`;
  await api.post('/demarcation-points', { name: `${mark} north`, accessType: 'FIBER' });
  await api.post('/demarcation-points', { name: `${mark} south`, accessType: 'FIBER' });
  await api.post('/demarcation-points', { name: 'Elsewhere', accessType: 'FIBER' });

  // The colleague accepts an invitation.
  const email = `colleague-${mark.toLowerCase()}@example.com`;
  const invited = await page.request.post('/api/trpc/team.invite', {
    headers: { origin },
    data: { email, role: 'viewer' },
  });
  const { link } = (await invited.json()).result.data;
  const context = await browser.newContext({ baseURL: origin, storageState: undefined });
  const errors = errorsOf(context);
  const joined = await context.request.post('/api/auth/accept-invitation', {
    headers: { origin },
    data: { token: new URL(link).searchParams.get('token'), name: 'Grace Njeri', password: PASSWORD },
  });
  expect(joined.ok(), await joined.text()).toBe(true);
  const colleague = await context.newPage();

  const save = async (name: string, shared: boolean) => {
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill(name);
    if (shared) await dialog.getByLabel(/^Share with all staff/).check();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog).toBeHidden();
  };
  await open(page, `/demarcation-points?q=${mark}`);
  await save(`Own ${mark}`, false);
  await open(page, `/demarcation-points?q=${mark}&sort=name`);
  await save(`Shared ${mark}`, true);
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: `Shared ${mark}` })).toBeVisible();

  await open(colleague, '/demarcation-points');
  const theirs = colleague.getByRole('navigation', { name: 'Views' });
  await theirs.getByRole('link', { name: `Shared ${mark}` }).click();
  await expect(colleague.locator('[data-row-link]')).toHaveText([`${mark} north`, `${mark} south`]);
  await expect(theirs.getByRole('link', { name: `Shared ${mark}` })).toHaveAttribute('aria-current', 'page');
  await expect(theirs.getByRole('link', { name: `Own ${mark}` })).toHaveCount(0);

  // The owner alone may stop sharing.
  await colleague.getByRole('button', { name: 'Saved views' }).click();
  await expect(colleague.getByRole('menuitem', { name: /^Stop sharing/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Saved views' }).click();
  // The menu closes before the server has answered.
  await Promise.all([
    page.waitForResponse((response) => response.url().includes('savedView.save') && response.ok()),
    page.getByRole('menuitem', { name: `Stop sharing “Shared ${mark}”` }).click(),
  ]);
  await open(colleague, '/demarcation-points');
  await expect(colleague.getByRole('link', { name: `Shared ${mark}` })).toHaveCount(0);
  expect(errors).toEqual([]);
  await context.close();
});
