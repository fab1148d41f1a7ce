import { type Authenticator, authenticator } from '../test/fakes/authenticator.ts';
import {
  createPartner,
  expect,
  hydration,
  open,
  type Page,
  signedInContext,
  test,
  withOwnPassword,
} from './sign-in.ts';

const password = 'walnut harbour lantern quilt';

/** Sets the second factor up, starting with the password. Returns the app and the recovery codes. */
async function setUp(page: Page, own: string): Promise<{ app: Authenticator; codes: string[] }> {
  const alert = page.getByRole('alert').filter({ hasText: /\w/ });
  await page.getByLabel('Your password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(alert).toContainText('The password is incorrect.');
  await page.getByLabel('Your password', { exact: true }).fill(own);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const key = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  const app = authenticator(key);
  await page.getByLabel('Code of the app').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).last().click();
  await expect(alert).toContainText('The code is incorrect');
  await page.getByLabel('Code of the app').fill(app.code());
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allTextContents();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('demarc-recovery-codes.txt');
  await page.getByRole('button', { name: 'I have stored them' }).click();
  return { app, codes };
}

async function signOut(page: Page) {
  await hydration(page);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** Enters the password, which leads to the second factor. */
async function enterPassword(page: Page, email: string) {
  await hydration(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/two-factor\?next=/);
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await hydration(page);
}

test('an owner requires a second factor, a member sets it up and signs in with a code and a recovery code', async ({
  browser,
}) => {
  const ownerEmail = `second-factor-${Date.now()}@example.com`;
  const partner = await withOwnPassword(await createPartner('--name', 'Secured', '--email', ownerEmail));
  const ownerContext = await signedInContext(browser, partner);
  const owner = await ownerContext.newPage();

  await open(owner, '/settings/team');
  await owner.getByRole('button', { name: 'Require' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Require' }).click();
  await expect(owner.getByRole('dialog')).toContainText('Turn on your own second factor first.');
  await open(owner, '/settings/profile');
  await owner.getByRole('button', { name: 'Turn on' }).click();
  await setUp(owner, partner.ownerPassword);
  await expect(owner.getByText('You have 10 recovery codes left.')).toBeVisible();
  await open(owner, '/settings/team');
  await owner.getByRole('button', { name: 'Require' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Require' }).click();
  await expect(owner.getByText('1 of 1 member has one.')).toBeVisible();

  const email = `member-${Date.now()}@example.com`;
  await owner.getByRole('button', { name: 'Invite' }).click();
  const invite = owner.getByRole('dialog', { name: 'Invite to the team' });
  await invite.getByRole('textbox', { name: 'Email' }).fill(email);
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  const link = (await owner.getByRole('dialog').locator('code').textContent()) ?? '';
  await owner.getByRole('button', { name: 'I have stored it' }).click();

  const memberContext = await browser.newContext({ storageState: undefined });
  const member = await memberContext.newPage();
  await open(member, link.replace(/^https?:\/\/[^/]+/, ''));
  await member.getByLabel('Your name').fill('Grace Hopper');
  await member.getByLabel('Password', { exact: true }).fill(password);
  await member.getByRole('button', { name: /^Join/ }).click();
  await expect(member).toHaveURL(/\/set-up-second-factor$/);
  for (const path of ['/', '/subscribers', '/settings/profile']) {
    await open(member, path);
    await expect(member).toHaveURL(/\/set-up-second-factor$/);
  }
  const { app, codes } = await setUp(member, password);
  await expect(member).toHaveURL(/\/$/);

  await signOut(member);
  await open(member, '/subscribers?q=ada');
  await enterPassword(member, email);
  await member.getByLabel('Code', { exact: true }).fill('000000');
  await member.getByRole('button', { name: 'Sign in' }).click();
  await expect(member.getByRole('alert').filter({ hasText: 'The code is incorrect' })).toBeVisible();
  await member.getByLabel('Code', { exact: true }).fill(app.code());
  await member.keyboard.press('Enter');
  await expect(member).toHaveURL(/\/subscribers\?q=ada$/);

  await signOut(member);
  await enterPassword(member, email);
  await member.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(member.getByLabel('Recovery code', { exact: true })).toBeFocused();
  await member.getByLabel('Recovery code', { exact: true }).fill((codes[0] ?? '').toUpperCase());
  await member.keyboard.press('Enter');
  await expect(member).toHaveURL(/\/$/);

  // A used recovery code is gone.
  await signOut(member);
  await enterPassword(member, email);
  await member.getByRole('button', { name: 'Use a recovery code' }).click();
  await member.getByLabel('Recovery code', { exact: true }).fill(codes[0] ?? '');
  await member.keyboard.press('Enter');
  await expect(member.getByRole('alert').filter({ hasText: 'was used before' })).toBeVisible();
  await member.getByLabel('Recovery code', { exact: true }).fill(codes[1] ?? '');
  await member.keyboard.press('Enter');
  await expect(member).toHaveURL(/\/$/);
  await open(member, '/settings/profile');
  await expect(member.getByText('You have 8 recovery codes left.')).toBeVisible();

  // A lost phone: the owner resets the second factor, and the member sets it up again.
  await open(owner, '/settings/team');
  await owner.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
  await owner.getByRole('menuitem', { name: 'Reset second factor' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect(owner.getByText('1 of 2 members have one.')).toBeVisible();
  await open(member, '/subscribers');
  await expect(member).toHaveURL(/\/login\?next=/);
  await ownerContext.close();
  await memberContext.close();
});

test('people rename their own account, and ends a session elsewhere', async ({ browser }) => {
  const ownerEmail = `profile-${Date.now()}@example.com`;
  const partner = await withOwnPassword(await createPartner('--name', 'Profile', '--email', ownerEmail));
  const [here, elsewhere] = [
    await signedInContext(browser, partner),
    await signedInContext(browser, partner),
  ];
  const page = await here.newPage();
  await open(page, '/settings/profile');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('button', { name: 'Account of Ada Lovelace' })).toBeVisible();

  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByText('(this session)')).toHaveCount(1);
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  const ended = await elsewhere.newPage();
  await open(ended, '/subscribers');
  await expect(ended).toHaveURL(/\/login\?next=/);
  await here.close();
  await elsewhere.close();
});
