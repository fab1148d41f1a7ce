import { startSmtp } from '../test/fakes/smtp.ts';
import { unique, uniquePhone, waitingSubscription } from './pending-subscription.ts';
import {
  test as base,
  createPartner,
  expect,
  open,
  origin,
  type Page,
  signedInContext,
  withOwnPassword,
} from './sign-in.ts';

type Mail = Awaited<ReturnType<typeof startSmtp>>;

/** The partner of each worker is live and has a mail server of its own. Its SMS wait for a gateway. */
const test = base.extend<object, { mail: Mail }>({
  partner: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from its parameters
    async ({}, use) => {
      const email = `messages-${unique()}@example.com`;
      const made = await createPartner('--name', 'Message ISP', '--email', email, '--live');
      await use(await withOwnPassword(made));
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  mail: [
    async ({ browser, partner }, use) => {
      const mail = await startSmtp();
      const context = await signedInContext(browser, partner);
      const saved = await context.request.post('/api/trpc/messageAccount.save', {
        headers: { origin },
        data: {
          ...{ gateway: 'smtp', host: '127.0.0.1', port: Number(new URL(mail.url).port) },
          sender: 'bills@isp.example',
        },
      });
      expect(saved.ok()).toBe(true);
      await context.close();
      await use(mail);
      await mail.stop();
    },
    { scope: 'worker' },
  ],
});

/** The emails with a subject, in the order of their arrival. */
const withSubject = ({ received }: Mail, subject: string) =>
  received.filter(({ headers }) => headers.get('subject') === subject);

const messageDialog = (page: Page) => page.getByRole('dialog', { name: 'Message' });

/** Enters an announcement by email alone. */
async function enterEmail(page: Page, subject: string, text: string) {
  const dialog = messageDialog(page);
  await dialog.getByRole('checkbox', { name: 'SMS', exact: true }).uncheck();
  await dialog.getByRole('checkbox', { name: 'Email', exact: true }).check();
  await dialog.getByLabel('Subject').fill(subject);
  await dialog.getByLabel('Text of the email').fill(text);
}

test('a message to all that a filter finds: preview, test, progress of the job, and the outcome of each', async ({
  page,
  api,
  partner,
  mail,
}) => {
  test.slow();
  const mark = `Filter${unique()}`;
  const [all, unwanted] = [22, 2];
  for (let i = 0; i < all; i++) {
    await api.post('/subscribers', {
      ...{ firstName: 'Wanjiru', lastName: mark, email: `${mark}.${i}@example.com`, phone: uniquePhone() },
      contactPreferences: { email: i >= unwanted, sms: true },
    });
  }
  await open(page, `/subscribers?q=${mark}`);
  await page.getByLabel('Select all subscribers of this page').check();
  const selection = page.getByRole('region', { name: 'Selection' });
  await selection.getByRole('button', { name: `Select all ${all} that match` }).click();
  await selection.getByRole('button', { name: 'Message' }).click();
  const dialog = messageDialog(page);
  const preview = dialog.getByRole('region', { name: 'Preview' });
  const showPreview = () => dialog.getByRole('button', { name: 'Preview' }).click();

  await test.step('a text with an unknown variable is refused at its field', async () => {
    await enterEmail(page, mark, 'Pay {{ amount }}');
    await showPreview();
    await expect(dialog).toContainText('{{ amount }} is no variable of this text.');
    await dialog.getByLabel('Text of the email').fill('Hello {{ firstName }}, we work on the mast.');
  });

  await test.step('the preview counts people, and has the text of one of them', async () => {
    await showPreview();
    await expect(preview).toContainText(`${all} people`);
    await expect(preview).toContainText(`Email to ${all - unwanted}; ${unwanted} do not want it`);
    await expect(preview).toContainText('Hello Wanjiru, we work on the mast.');
    await dialog.getByLabel('Subject').fill(`${mark} soon`);
    await expect(preview).toHaveCount(0);
    await showPreview();
    await expect(preview).toBeVisible();
  });

  await test.step('a test goes to the person who writes it', async () => {
    await dialog.getByRole('button', { name: `Test email to ${partner.ownerEmail}` }).click();
    await expect(dialog).toContainText(`The test is sent to ${partner.ownerEmail}.`);
    const tests = withSubject(mail, `${mark} soon`);
    expect(tests.map(({ to }) => to)).toEqual([[partner.ownerEmail]]);
    mail.received.length = 0;
  });

  await test.step('the job has the outcome of each person', async () => {
    await dialog.getByRole('button', { name: `Send to ${all} people` }).click();
    await expect(dialog.getByText(`20 done, 2 refused of ${all}`)).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByText('The subscriber does not want emails.')).toHaveCount(unwanted);
    await dialog.getByRole('link', { name: 'Open the job' }).click();
    await page.waitForURL(/\/jobs\/job_/);
    await page.getByRole('link', { name: 'Announcement', exact: true }).click();
  });

  await test.step('the announcement shows how far its messages are, and each arrives once', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Notice' })).toBeVisible();
    const progress = page.getByRole('region', { name: 'Text and progress' }).getByRole('status');
    await expect(progress).toHaveText('20 of 22 sent, 2 not wanted', { timeout: 60_000 });
    const to = withSubject(mail, `${mark} soon`).flatMap((email) => email.to);
    expect(to).toHaveLength(all - unwanted);
    expect(new Set(to).size).toBe(all - unwanted);
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('All subscribers that matched');
  });
});

test('a message to all active subscribers begins on the page of announcements', async ({ page, api }) => {
  const mark = `Everyone${unique()}`;
  const add = (firstName: string) =>
    api.post('/subscribers', {
      ...{ firstName, lastName: mark, email: `${mark}.${firstName}@example.com`, phone: uniquePhone() },
    });
  await add('Active');
  const held = await add('Held');
  await api.post(`/subscribers/${held.id}/suspend`);
  await open(page, '/announcements');
  await page.getByRole('button', { name: 'Message all subscribers' }).first().click();
  const dialog = messageDialog(page);
  await expect(dialog).toContainText('To all active subscribers.');
  await dialog.getByRole('textbox').first().fill('We work on the mast.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const active = await api.list('/subscribers?status=active&limit=100');
  const people = active.length === 1 ? '1 person' : `${active.length} people`;
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(people);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
});

test('an announcement is paused and resumed while its mail server is busy', async ({ page, api, mail }) => {
  const subject = `Works ${unique()}`;
  const { subscriberName } = await waitingSubscription(api);
  mail.behaviour.recipient = () => '451 try again';
  await open(page, `/subscribers?q=${encodeURIComponent(subscriberName)}`);
  await page.getByLabel('Select all subscribers of this page').check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Message' }).click();
  await enterEmail(page, subject, 'We work on the mast.');
  const dialog = messageDialog(page);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(dialog.getByText('1 done of 1')).toBeVisible();
  await dialog.getByRole('link', { name: 'Open the job' }).click();
  await page.getByRole('link', { name: 'Announcement', exact: true }).click();
  const status = page.locator('header [data-status]');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(status).toHaveText('Paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(status).toHaveText('Sending');
  delete mail.behaviour.recipient;
});

test('an outage at a demarcation point: a message and a banner, then its end', async ({
  page,
  api,
  mail,
}) => {
  test.slow();
  const mark = unique();
  const { subscription } = await waitingSubscription(api);
  await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const { email } = await api.get(`/subscribers/${subscription.subscriberId}`);
  const { url } = await api.post(`/subscribers/${subscription.subscriberId}/page-link`);
  const banner = `The mast ${mark} is down.`;

  await open(page, `/demarcation-points/${subscription.demarcationPointId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Message the customers here' }).click();
  const dialog = messageDialog(page);
  await expect(dialog.getByRole('radio', { name: 'Outage' })).toBeChecked();
  await enterEmail(page, `Outage ${mark}`, banner);
  await dialog.getByLabel('On the customers’ pages').fill(banner);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(dialog.getByText('1 done of 1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => withSubject(mail, `Outage ${mark}`).map(({ to }) => to)).toEqual([[email]]);

  const customer = await page.context().newPage();
  await customer.goto(new URL(url).pathname);
  await expect(customer.getByText(banner)).toBeVisible();

  await open(page, `/announcements?f.open=true&q=${mark}`);
  await page.locator('[data-row-link]').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outage' })).toBeVisible();
  await page.locator('header').getByRole('button', { name: 'Outage is over' }).click();
  const end = page.getByRole('dialog', { name: 'Outage is over' });
  await end.getByLabel('Subject').fill(`Over ${mark}`);
  await end.getByRole('button', { name: 'Outage is over' }).click();
  await expect(end).toBeHidden();
  await expect(page.locator('header').getByRole('button', { name: 'Outage is over' })).toHaveCount(0);
  await expect.poll(() => withSubject(mail, `Over ${mark}`).map(({ to }) => to)).toEqual([[email]]);
  await customer.reload();
  await expect(customer.getByRole('main')).toBeVisible();
  await expect(customer.getByText(banner)).toHaveCount(0);
});

test('an invoice, a receipt and the link to the page of a customer are sent by hand', async ({
  page,
  api,
  mail,
}) => {
  test.slow();
  const { subscription, subscriberName } = await waitingSubscription(api);
  const payment = await api.post('/payments', { subscriptionId: subscription.id, rail: 'manual' });
  const { number } = await api.get(`/invoices/${payment.invoiceId}`);
  const { email } = await api.get(`/subscribers/${subscription.subscriberId}`);
  const arrived = () => mail.received.filter(({ to }) => to[0] === email);
  // The receipt that Demarc sends by itself.
  await expect.poll(() => arrived().length).toBe(1);
  const send = async (dialog: ReturnType<Page['getByRole']>) => {
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog).toBeHidden();
  };

  await test.step('a paid invoice is sent as its receipt, with the PDF', async () => {
    await open(page, `/invoices/${payment.invoiceId}`);
    await page.locator('header').getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Send ${number}` });
    await expect(dialog).toContainText('the email is the receipt');
    await send(dialog);
    await expect(page.getByText('The message is queued.')).toBeVisible();
    await expect.poll(() => arrived().length).toBe(2);
    expect(arrived()[1]?.raw).toContain(`${number}.pdf`);
  });

  await test.step('a receipt by SMS is kept until a gateway is connected', async () => {
    await open(page, `/payments/${payment.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Send receipt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send receipt' });
    await dialog.getByText('SMS', { exact: true }).click();
    await send(dialog);
    await expect(page.getByText('because no gateway for SMS was connected')).toBeVisible();
  });

  await test.step('the link to the page is made and sent', async () => {
    await open(page, `/subscribers/${subscription.subscriberId}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Customer’s page' }).click();
    const link = page.getByRole('dialog', { name: 'Customer’s page' });
    await link.getByRole('button', { name: 'Make link' }).click();
    await link.getByRole('button', { name: 'Send link' }).click();
    await send(page.getByRole('dialog', { name: 'Send link' }));
    await expect.poll(() => arrived().length).toBe(3);
    expect(arrived()[2]?.raw).toContain('/c/');
  });

  await test.step('all of them are among the messages of the customer', async () => {
    await open(page, `/subscribers/${subscription.subscriberId}?tab=emails`);
    await expect(page.getByRole('heading', { level: 1, name: subscriberName })).toBeVisible();
    const messages = page.getByRole('tabpanel').getByRole('link', { name: 'Receipt', exact: true });
    await expect(messages).toHaveCount(3);
  });
});
