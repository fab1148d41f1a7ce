import { readFile } from 'node:fs/promises';
import { type Api, expect, open, origin, reload, test } from './sign-in.ts';

let serial = 0;

/** A unique person. */
function person(firstName: string, lastName: string) {
  serial += 1;
  const unique = `${Date.now()}${process.pid}${serial}`.slice(-9);
  const email = `person.${unique}@example.com`;
  return { firstName, lastName, email, phone: `+254${unique}` };
}

/** A subscriber with one active subscription. */
async function served(api: Api, firstName: string, lastName: string) {
  const subscriber = await api.post('/subscribers', person(firstName, lastName));
  const plan = await api.post('/plans', {
    planName: `Fibre ${subscriber.id.slice(-6)}`,
    planType: 'RESIDENTIAL',
    downloadSpeedMbps: 20,
    uploadSpeedMbps: 20,
    priceAmount: 9999,
    priceCurrency: 'KES',
    billingCycleDays: 30,
    graceDays: 3,
  });
  const point = await api.post('/demarcation-points', { name: 'Acacia Court', accessType: 'FIBER' });
  const subscription = await api.post('/subscriptions', {
    subscriberId: subscriber.id,
    planId: plan.id,
    demarcationPointId: point.id,
  });
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  return { subscriber, plan, subscription };
}

test('the list keeps search, filters, sort and page in its address', async ({ page, api }) => {
  const mark = `Zed${Date.now()}`;
  for (let index = 0; index < 22; index++) {
    await api.post('/subscribers', person(`${String.fromCharCode(65 + index)}nn`, mark));
  }
  await open(page, '/subscribers');
  await page.getByRole('searchbox').fill(mark);
  await expect(page).toHaveURL(new RegExp(`q=${mark}`));
  await expect(page.getByText('1–20 of 22 subscribers')).toBeVisible();

  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('row')).toHaveCount(3);

  await page.locator('th').filter({ hasText: /^Name/ }).click();
  await expect(page).toHaveURL(/sort=firstName/);
  await expect(page.getByRole('row').nth(1)).toContainText('Ann Zed');

  await page.getByRole('button', { name: 'Filter by Status' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Suspended' }).click();
  await expect(page).toHaveURL(/f\.status=suspended/);
  await expect(page.getByText('No subscribers match')).toBeVisible();

  await page.goBack();
  await expect(page.getByText('1–20 of 22 subscribers')).toBeVisible();
  await reload(page);
  await expect(page.getByRole('row').nth(1)).toContainText('Ann Zed');
});

test('the CSV export has the filtered rows and escapes formulas', async ({ page, api }) => {
  const mark = `Csv${Date.now()}`;
  await api.post('/subscribers', { ...person('=1+1', mark), city: 'Nairobi, "west"' });
  await api.post('/subscribers', person('Other', 'Person'));
  await open(page, `/subscribers?q=${mark}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^subscribers-\d{4}-\d\d-\d\d\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(
    'ID,Account number,External ID,First name,Last name,Company name,Tax number,Email,Phone',
  );
  expect(lines[1]).toContain(`,'=1+1,${mark},`);
  expect(lines[1]).toContain(',"Nairobi, ""west""",');
  expect(lines[1]).toMatch(/,\+254\d+,/);

  const refused = await page.request.get('/api/export/subscribers?status=asleep');
  expect(refused.status()).toBe(400);
  expect((await refused.json()).rejectionReasons[0].field).toBe('status');
});

test('the form shows errors at their fields, keeps the input and works by keyboard alone', async ({
  page,
  api,
}) => {
  const taken = await api.post('/subscribers', person('Taken', 'Address'));
  const { phone } = person('Amina', 'Otieno');
  await open(page, '/subscribers/new');
  await page.getByLabel('First name').focus();
  await page.keyboard.type('Amina');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Otieno');
  await page.keyboard.press('Tab');
  await page.keyboard.type(taken.email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');

  await page.getByLabel('Phone').focus();
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert', { name: /^Email already in use/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Last name')).toHaveValue('Otieno');

  await page.keyboard.press('Control+a');
  await page.keyboard.type(`amina${phone.slice(1)}@example.com`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Amina Otieno' })).toBeVisible();
  await expect(page).toHaveURL(/\/subscribers\/sub_/);
});

test('editing replaces all fields and clears empty ones', async ({ page, api }) => {
  const before = await api.post('/subscribers', {
    ...person('Brian', 'Mutua'),
    city: 'Kisumu',
    street: 'Oginga 1',
  });
  await open(page, `/subscribers/${before.id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Last name').fill('Kamau');
  await page.getByLabel('City').fill('');
  await page.getByRole('button', { name: 'Save subscriber' }).click();
  await expect(page.getByRole('heading', { name: 'Brian Kamau' })).toBeVisible();
  const after = await api.get(`/subscribers/${before.id}`);
  expect(after).toMatchObject({ lastName: 'Kamau', city: null, street: 'Oginga 1' });
});

test('a hold shows its consequences and reason, and lifting it restores service', async ({ page, api }) => {
  const { subscriber } = await served(api, 'Cynthia', 'Njoroge');
  await open(page, `/subscribers/${subscriber.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Put on hold' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Cynthia Njoroge is on hold. Network access is cut.');
  await expect(dialog).toContainText('subscriber.suspended');
  await dialog.getByLabel('Reason').fill('Cheque bounced');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByText('Suspended · Cheque bounced')).toBeVisible();

  await page.getByRole('button', { name: 'Lift hold' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift hold' }).click();
  await expect(page.locator('header [data-status="active"]')).toBeVisible();

  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity.getByRole('listitem').first()).toContainText('Cynthia Njoroge');
  await page.getByRole('tab', { name: 'Audit' }).click();
  await expect(page.getByText(/ suspended Cynthia Njoroge$/)).toBeVisible();
});

test('collections from overdue to reactivation, by keyboard alone', async ({ page, api }) => {
  const { subscriber, plan } = await served(api, 'Hannah', 'Kariuki');
  const router = { description: 'Router', amount: 250, currency: 'KES' };
  await api.post(`/subscribers/${subscriber.id}/charges`, router);
  await api.post('/test-clock/advance', { by: { days: 31 } });
  await open(page, `/subscribers/${subscriber.id}`);
  const owed = page.getByRole('region', { name: 'Owed now' });
  await expect(owed).toContainText('KES 10,249.00');
  await expect(owed).toContainText('1 day overdue');

  await owed.getByRole('button', { name: 'Record payment' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Hannah Kariuki pays KES 9,999.00');
  await expect(dialog).toContainText('Hannah Kariuki pays KES 250.00 for Router');
  await dialog.getByLabel('Reference').focus();
  await page.keyboard.type(`R${Date.now()}`);
  await page.keyboard.press('Enter');
  await expect(owed).toContainText('Nothing is owed.');

  await api.post('/test-clock/advance', { by: { days: 40 } });
  await reload(page);
  const service = page.getByRole('region', { name: plan.planName as string });
  await expect(service).toContainText('the renewal was not paid within the grace period');
  await service.getByRole('button', { name: /^Reactivate for KES.9,999\.00$/ }).press('Enter');
  await expect(dialog).toContainText('What will follow at once');
  await dialog.getByLabel('Reference').press('Enter');
  await expect(service.locator('[data-status="ACTIVE"]')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('pays KES 9,999.00 for invoice');
});

test('what restores a service has one button, also when its invoice is issued', async ({ page, api }) => {
  const { subscriber, subscription, plan } = await served(api, 'Irene', 'Wafula');
  await api.post('/test-clock/advance', { by: { days: 40 } });
  await open(page, `/subscribers/${subscriber.id}`);
  const service = page.getByRole('region', { name: plan.planName as string });
  const reactivate = service.getByRole('button', { name: /^Reactivate for/ });
  await expect(reactivate).toBeVisible();
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'simulated' });
  await reload(page);
  const record = page
    .getByRole('region', { name: 'Owed now' })
    .getByRole('button', { name: 'Record payment' });
  await expect(record).toBeVisible();
  await expect(reactivate).toHaveCount(0);
});

test('notes and tags of a subscriber', async ({ page, api }) => {
  const subscriber = await api.post('/subscribers', person('Irene', 'Achieng'));
  await open(page, `/subscribers/${subscriber.id}`);
  await page.getByRole('button', { name: 'Write note' }).press('Enter');
  await expect(page.getByLabel('New note')).toBeFocused();
  await page.keyboard.type('Promised to pay on Friday');
  await page.keyboard.press('Control+Enter');
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText('Promised to pay on Friday');
  await activity.getByRole('button', { name: 'Edit note' }).click();
  await page.getByLabel('Text of the note').fill('Promised to pay on Monday');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(activity).toContainText('Promised to pay on Monday');

  const mark = `Tag ${Date.now()}`;
  await page.getByRole('button', { name: 'Edit tags' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Tags' }).fill(mark);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save tags' }).click();
  await page.getByRole('link', { name: mark }).click();
  await expect(page).toHaveURL(/f\.tags=/);
  await expect(page.getByText('1 subscriber', { exact: true })).toBeVisible();
});

test('deactivate the chosen subscriptions; terminating requires the name', async ({ page, api }) => {
  const { subscriber, subscription } = await served(api, 'David', 'Ochieng');
  await open(page, `/subscribers/${subscriber.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('David Ochieng is suspended: nothing is in service.');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText('Suspended · no service')).toBeVisible();
  expect(await api.get(`/subscriptions/${subscription.id}`)).toMatchObject({ status: 'INACTIVE' });

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Put on hold' }).click();
  await expect(dialog).toContainText('subscriber.updated');
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(page.getByText('Suspended · manual hold')).toBeVisible();
  await page.getByRole('button', { name: 'Lift hold' }).click();
  await expect(dialog).toContainText('the status stays suspended');
  await dialog.getByRole('button', { name: 'Lift hold' }).click();
  await expect(page.getByText('Suspended · no service')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Terminate', exact: true }).click();
  const terminate = page.getByRole('button', { name: 'Terminate for good' });
  await expect(terminate).toBeDisabled();
  await page.getByLabel('Type David Ochieng to confirm').fill('David Ochieng');
  await terminate.click();
  await expect(page.locator('header [data-status="terminated"]')).toBeVisible();
  expect(await api.get(`/subscriptions/${subscription.id}`)).toMatchObject({ status: 'CANCELLED' });
});

test('put several subscribers on hold at once, with a preview and a result of each', async ({
  page,
  api,
}) => {
  const mark = `Bulk${Date.now()}`;
  const [first, second] = [
    await api.post('/subscribers', person('Esther', mark)),
    await api.post('/subscribers', person('Faith', mark)),
  ];
  await api.post(`/subscribers/${second.id}/suspend`);
  await open(page, `/subscribers?q=${mark}`);
  await page.getByLabel('Select all subscribers of this page').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Hold' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Skipped: The subscriber already has a hold.');
  await dialog.getByRole('button', { name: 'Hold 1 subscriber' }).click();
  await expect(dialog.getByRole('status')).toHaveText('1 done of 1');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.locator('td [data-status="suspended"]')).toHaveCount(2);
  expect(await api.get(`/subscribers/${first.id}`)).toMatchObject({ status: 'suspended' });
});

test('Ctrl+K finds a subscriber by phone and an invoice by number', async ({ page, api }) => {
  const { subscriber } = await served(api, 'Grace', 'Wambui');
  await open(page, '/subscribers');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Name, phone/).fill(subscriber.phone);
  const result = page.getByRole('dialog').getByRole('button', { name: /^Grace Wambui .*Active$/ });
  await expect(result).toHaveAttribute('data-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Grace Wambui' })).toBeVisible();
  await page.getByRole('tab', { name: 'Invoices' }).click();
  const number = (await page.getByRole('link', { name: /^INV-\d+$/ }).textContent()) ?? '';

  await open(page, '/subscribers');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Name, phone/).fill(number);
  await expect(page.getByRole('dialog').getByText(number, { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Grace Wambui' })).toBeVisible();
});

test('Ctrl+K shows that there is more, debtors first, and opens the list', async ({ page, api }) => {
  const mark = `Wambui${Date.now()}`;
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.push((await api.post('/subscribers', person(`Ann${n}`, mark))).id);
  await api.post(`/subscribers/${ids[0]}/charges`, { description: 'Router', amount: 250, currency: 'KES' });
  await open(page, '/plans');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Name, phone/).fill(mark);
  const palette = page.getByRole('dialog');
  await expect(palette.getByRole('button', { name: /^Ann0 .*KES\s250\.00/ })).toHaveAttribute(
    'data-selected',
    'true',
  );
  await expect(palette.getByRole('button', { name: 'Show all 7 subscribers' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(new RegExp(`/subscribers\\?q=${mark}`));
  await expect(page.getByRole('status').filter({ hasText: '7 subscribers' })).toBeVisible();
});

test('Ctrl+K selects the first result, also where a command was the first entry before it arrived', async ({
  page,
  api,
}) => {
  await served(api, 'Newton', 'Otieno');
  await open(page, '/subscribers');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await page.getByPlaceholder(/^Name, phone/).fill('new');
  await expect(palette.getByRole('button', { name: 'New plan' })).toBeVisible();
  await expect(palette.getByRole('button', { name: /^Newton Otieno/ })).toHaveAttribute(
    'data-selected',
    'true',
  );
  await expect(palette.locator('[data-selected]')).toHaveCount(1);
});

test('an unknown id shows a not-found page within the portal', async ({ page }) => {
  await open(page, '/subscribers/sub_00000000000000000000000000');
  await expect(page.getByText('There is nothing here')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Plans' })).toBeVisible();
});

test('an owner erases a terminated subscriber after typing the name, and the page keeps no personal data', async ({
  page,
  api,
}) => {
  const { subscriber } = await served(api, 'Erasmia', 'Forgotten');
  const name = 'Erasmia Forgotten';
  await open(page, `/subscribers/${subscriber.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  const entry = page.getByRole('menuitem', { name: 'Erase personal data' });
  await expect(entry).toContainText('Terminate the subscriber first');
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export personal data' }).click(),
  ]);
  expect(exported.suggestedFilename()).toBe(`personal-data-${subscriber.id}.json`);
  expect(await readFile(await exported.path(), 'utf8')).toContain(subscriber.email);
  await expect(page.getByText(`The personal data of ${name} is in`)).toBeVisible();

  await api.post(`/subscribers/${subscriber.id}/terminate`);
  await api.post(`/subscribers/${subscriber.id}/credit`, { amount: 25, currency: 'KES', note: 'Deposit' });
  await reload(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await entry.click();
  const dialog = page.getByRole('dialog', { name: 'Erase personal data' });
  await expect(dialog.getByText('The subscriber has credit of KES 25.00')).toBeVisible();
  await expect(dialog.getByText('The record of the subscriber is erased.')).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Erase for good' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await confirm.click();
  await expect(page.getByText('Erased on')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Erased subscriber/);
  await reload(page);
  for (const text of [name, subscriber.email, subscriber.phone]) {
    await expect(page.getByText(text)).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Write note' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await expect(page.getByText('KES 9,999.00').first()).toBeVisible();
});

test('a form completes a local phone number, and links to the record that has a value already', async ({
  page,
  api,
}) => {
  const known = await api.post('/subscribers', person('Known', 'Customer'));
  const saved = await page.request.post('/api/trpc/organisation.update', {
    headers: { origin },
    data: { country: 'KE' },
  });
  expect(saved.ok(), await saved.text()).toBe(true);

  await open(page, '/subscribers/new');
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('First name').fill('Second');
  await page.getByLabel('Last name').fill('Customer');
  await page.getByLabel('Email').fill(known.email);
  const phone = page.getByLabel('Phone');
  await phone.fill(`0712 ${Date.now().toString().slice(-6)}`);
  await page.getByLabel('First name').focus();
  await expect(phone).toHaveValue(/^\+254712\d{6}$/);
  await page.getByRole('button', { name: 'Create subscriber' }).click();

  await expect(page.getByText('Email already in use for this provider').first()).toBeVisible();
  await page.getByRole('link', { name: 'Open Known Customer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(new RegExp(`/subscribers/${known.id}$`));
});
