import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../fixtures/eventually.ts';
import { useApi } from './api.ts';
import { useCommand } from './command-line.ts';
import { dataOf } from './helpers.ts';
import { besideMpesa, mpesaHelpers } from './mpesa-helpers.ts';

const daraja = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeDaraja } = await import('../fakes/daraja.ts');
  const fake = await startFakeDaraja();
  process.env.MPESA_API_BASE = fake.base;
  return fake;
});
afterAll(() => daraja.close());

const api = useApi({}, besideMpesa);
const help = mpesaHelpers(api, daraja);
const command = useCommand(() => api.base);

let partner: Awaited<ReturnType<typeof help.mpesaPartner>>;
let receipt: string[];
beforeAll(async () => {
  partner = await help.mpesaPartner();
  const address = api.base + new URL(partner.account.webhookUrl).pathname;
  receipt = ['trigger', 'receipt', '--address', address, '-s', `BusinessShortCode=${partner.app.shortCode}`];
});
const run = (args: string[]) => command.run(args, command.environment(partner));

test('a receipt of a new subscriber becomes credit, and one with another account number is not matched', async () => {
  const matched = await command.json(
    [...receipt, '-s', 'TransAmount=700', '-s', 'subscriber.firstName=Zawadi'],
    partner,
  );
  expect(matched).toMatchObject({ status: 'MATCHED', amount: 700, currency: 'KES' });
  const { firstName, creditBalance } = dataOf(await partner.get(`/v1/subscribers/${matched.subscriberId}`));
  expect({ firstName, creditBalance }).toEqual({
    ...{ firstName: 'Zawadi', creditBalance: [{ amount: 700, currency: 'KES' }] },
  });
  const { out } = await run([...receipt, '-s', 'BillRefNumber=house 4']);
  expect(out).toMatch(/^receipt {2}rcp_\w+ {2}UNMATCHED\n$/);
});

test('a receipt is refused without its address or short code, by another address, and for another short code', async () => {
  const [, , , address, , own] = receipt as [string, string, string, string, string, string];
  const to = (url: string, code: string) => run(['trigger', 'receipt', '--address', url, '--set', code]);
  expect(await run(['trigger', 'receipt'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/--address/),
  });
  expect(await run(['trigger', 'receipt', '--address', 'x'])).toMatchObject({ code: 2 });
  expect(await run(['trigger', 'receipt', '--address', address])).toMatchObject({
    ...{ code: 2, err: expect.stringMatching(/BusinessShortCode/) },
  });
  const elsewhere = address.replace(/\w+$/, '0'.repeat(32));
  expect(await to(elsewhere, own)).toMatchObject({ code: 1, err: expect.stringMatching(/404/) });
  expect(await to(address, 'BusinessShortCode=1')).toMatchObject({
    ...{ code: 1, err: expect.stringMatching(/no effect/) },
  });
});

test.each([
  ['paid', 'payment.received'],
  ['cancelled', 'payment.failed'],
] as const)('a prompt that is %s ends with %s', async (outcome, type) => {
  const phone = help.newPhone();
  const args = ['trigger', 'prompt', '-s', 'amount:=20', '-s', `phone=${phone}`, '--json'];
  const { printed, code } = command.start(args, command.environment(partner));
  const prompt = await eventually(async () => {
    await help.sendPrompts(partner);
    return help.promptTo(phone);
  });
  const report = outcome === 'paid' ? daraja.pay(prompt).callback : daraja.fail(prompt, 1032, 'Cancelled');
  expect(await help.post(prompt.body.CallBackURL, report)).toBe(200);
  expect([await code, printed.err]).toEqual([0, '']);
  expect(JSON.parse(printed.out)).toMatchObject({ type, data: { current: { amount: 20, rail: 'mpesa' } } });
});

test('a prompt without a connected gateway is refused in the words of the API', async () => {
  const other = await help.mpesaPartner();
  await help.gatewayAccount('remove', { gateway: 'mpesa' }, other);
  const refused = await command.run(['trigger', 'prompt'], command.environment(other));
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/rail/i) });
});
