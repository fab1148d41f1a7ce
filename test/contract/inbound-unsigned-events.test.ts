import { describe, expect, test } from 'vitest';
import { useApi } from './api.ts';
import { externalSystem, native } from './external-system.ts';
import { dataOf } from './helpers.ts';

const api = useApi();

describe('an unsigned event', () => {
  const unsigned = (event: string, data: object, partner: { providerId: string }) => ({
    ...native(event, data),
    partner_id: partner.providerId,
  });

  test('an unsigned event does not get a free upgrade', async () => {
    const system = await externalSystem(api, { signing: 'none', freeImmediateUpgrade: true });
    await system.sendAndProcess(unsigned('service.created', { tariffId: '2' }, system.partner));
    const { id } = await system.onlySubscription();
    await system.pay(id);
    await system.sendAndProcess(unsigned('service.updated', { tariffId: '3' }, system.partner));
    expect(await system.read(id)).toMatchObject({ status: 'AWAITING_PAYMENT_FOR_UPGRADE' });
    const trusted = native('service.updated', { tariffId: '2' });
    await system.sendAndProcess(trusted, system.partner.headers);
    await system.sendAndProcess(
      native('service.updated', { tariffId: '3', again: 1 }),
      system.partner.headers,
    );
    expect(await system.read(id)).toMatchObject({ status: 'ACTIVE', planId: system.plans.dear.id });
  });

  test('FAILED SIGNATURE_REQUIRED: an unsigned event does not change the email address', async () => {
    const system = await externalSystem(api, { signing: 'none' });
    const customer = { externalId: '77', email: 'thief@example.com' };
    const theft = unsigned('customer.updated', { serviceId: undefined, customer }, system.partner);
    expect(await system.sendAndProcess(theft)).toEqual(['FAILED', 'SIGNATURE_REQUIRED']);
    const after = dataOf(await system.partner.get(`/v1/subscribers/${system.subscriber.id}`));
    expect(after.email).toBe(system.subscriber.email);
  });

  test('an unsigned event creates no payment and no refund', async () => {
    const system = await externalSystem(api, { signing: 'none' });
    const money = () => api.sql`
      select (select count(*) from payment where provider_id = ${system.partner.providerId}) as payments,
        (select count(*) from refund where provider_id = ${system.partner.providerId}) as refunds,
        (select coalesce(sum(amount_paid), 0) from invoice where provider_id = ${system.partner.providerId}) as paid`;
    await system.sendAndProcess(unsigned('service.created', { tariffId: '2' }, system.partner));
    const { id } = await system.onlySubscription();
    await system.pay(id);
    const before = await money();
    for (const tariffId of ['3', '1', '2'])
      await system.sendAndProcess(unsigned('service.updated', { tariffId }, system.partner));
    await system.sendAndProcess(unsigned('service.deleted', {}, system.partner));
    expect(await money()).toEqual(before);
  });
});
