import { expect, open, test } from './sign-in.ts';

test('connect, replace and disconnect a gateway', async ({ page }) => {
  await open(page, '/payments/gateways');
  await page.getByRole('button', { name: 'Connect Paystack' }).click();
  const connect = page.getByRole('dialog', { name: 'Connect Paystack' });
  const key = connect.locator('input[type=password]');
  await key.fill('pk_test_wrong');
  await connect.getByRole('button', { name: 'Save' }).click();
  await expect(connect).toContainText('Enter a secret key');
  await key.fill('sk_test_of_the_flow');
  await connect.getByRole('button', { name: 'Save' }).click();
  await expect(connect).toBeHidden();
  const main = page.getByRole('main');
  await expect(main).toContainText('…flow');
  await expect(main).toContainText('/hooks/paystack/');
  await expect(main).not.toContainText('sk_test_of_the_flow');

  await page.getByRole('button', { name: 'Replace credentials of Paystack' }).click();
  const replace = page.getByRole('dialog', { name: 'Replace the credentials of Paystack' });
  await replace.locator('input[type=password]').fill('sk_test_of_the_next');
  await replace.getByRole('button', { name: 'Save' }).click();
  await expect(main).toContainText('…next');

  await page.getByRole('button', { name: 'Disconnect Paystack' }).click();
  const disconnect = page.getByRole('dialog', { name: 'Disconnect Paystack' });
  await disconnect.getByRole('button', { name: 'Disconnect Paystack' }).click();
  await expect(disconnect).toBeHidden();
  await expect(main).toContainText('Customers cannot pay by Paystack');
});
