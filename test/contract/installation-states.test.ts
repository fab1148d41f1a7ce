import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { expectMoved, ordered, typesOf } from './installation-world.ts';
import { dataOf, expectRefused } from './world.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

describe('the fee', () => {
  test('paid moves it on', async () => {
    const { installation, read, fee, pay } = await ordered(partner, { feeAmount: 50 });
    const answer = await pay();
    const payment = dataOf(answer);
    expect(payment).toMatchObject({
      installationId: installation.id,
      chargeId: installation.chargeId,
      subscriptionId: null,
      amount: 50,
      status: 'COMPLETED',
    });
    expect(await typesOf(partner, answer)).toEqual(['payment.received', 'installation.updated']);
    const current = await expectMoved(partner, answer, { status: 'PENDING_PAYMENT' });
    expect(current).toMatchObject({ status: 'AWAITING_INSTALLATION', free: false });
    expect(await read()).toEqual(current);
    expect(await fee()).toMatchObject({ status: 'PAID', paidAt: payment.completedAt });
    expectRefused(await pay(), 409, { error: 'CONFLICT', field: 'installationId' });
  });

  test('paid as a charge moves it on just the same', async () => {
    const { installation, read } = await ordered(partner, { feeAmount: 50 });
    dataOf(await partner.post('/v1/payments', { chargeId: installation.chargeId, rail: 'manual' }));
    expect((await read()).status).toBe('AWAITING_INSTALLATION');
  });

  test('cannot be paid twice, whatever it is called', async () => {
    const { installation, pay } = await ordered(partner, { feeAmount: 50 });
    const first = dataOf(await pay('simulated'));
    const second = dataOf(
      await partner.post('/v1/payments', { chargeId: installation.chargeId, rail: 'simulated' }),
    );
    expect(dataOf(await partner.get(`/v1/payments/${first.id}`)).status).toBe('EXPIRED');
    dataOf(await partner.post(`/v1/payments/${second.id}/simulate`, { outcome: 'succeed' }));
    expectRefused(await pay(), 409);
  });

  test('there is none: nothing is owed', async () => {
    const { pay } = await ordered(partner);
    expectRefused(await pay(), 409, { error: 'CONFLICT', field: 'installationId' });
    expectRefused(await partner.post('/v1/payments', { installationId: 'inst_x', rail: 'manual' }), 400, {
      field: 'installationId',
      code: 'INVALID_VALUE',
    });
  });

  test('waived here moves it on, free', async () => {
    const { patch, fee } = await ordered(partner, { feeAmount: 50 });
    const answer = await patch({ feeWaived: true });
    expect(dataOf(answer)).toMatchObject({ status: 'AWAITING_INSTALLATION', free: true, feeAmount: 50 });
    await expectMoved(partner, answer, { status: 'PENDING_PAYMENT', free: false });
    expect((await fee()).status).toBe('WAIVED');
    // Once more is no news.
    const again = await patch({ feeWaived: true });
    expect(dataOf(again)).toEqual(dataOf(answer));
    expect(await typesOf(partner, again)).toEqual([]);
  });

  test('waived as a charge moves it on, free', async () => {
    const { feePath, read } = await ordered(partner, { feeAmount: 50 });
    const answer = await partner.post(`${feePath}/waive`);
    await expectMoved(partner, answer, { status: 'PENDING_PAYMENT' });
    expect(await read()).toMatchObject({ status: 'AWAITING_INSTALLATION', free: true });
  });

  test('that was paid cannot be waived', async () => {
    const { patch, pay, read } = await ordered(partner, { feeAmount: 50 });
    dataOf(await pay());
    const before = await read();
    expectRefused(await patch({ feeWaived: true, notes: 'x' }), 409, { errorCode: 'CHARGE_NOT_WAIVABLE' });
    expect(await read()).toEqual(before);
  });

  test('cancelled as a charge cancels the installation', async () => {
    const { feePath, read } = await ordered(partner, { feeAmount: 50 });
    const answer = await partner.post(`${feePath}/cancel`);
    await expectMoved(partner, answer, { status: 'PENDING_PAYMENT' });
    expect((await read()).status).toBe('CANCELLED');
  });
});

describe('installed', () => {
  const at = '2026-01-05T09:30:00.000Z';

  test('while it waits for that: ACTIVATED', async () => {
    const { patch } = await ordered(partner);
    const answer = await patch({ installedAt: at, technician: 'Peter' });
    expect(dataOf(answer)).toMatchObject({ status: 'ACTIVATED', installedAt: at, technician: 'Peter' });
    await expectMoved(partner, answer, { status: 'AWAITING_INSTALLATION', free: true });
  });

  test('while the fee is owed: remembered, and ACTIVATED when it is paid', async () => {
    const { patch, pay, read } = await ordered(partner, { feeAmount: 50 });
    const noted = await patch({ installedAt: at });
    expect(dataOf(noted)).toMatchObject({ status: 'PENDING_PAYMENT', installedAt: at });
    expect(await typesOf(partner, noted)).toEqual([]);
    const paid = await pay();
    expect(await typesOf(partner, paid)).toEqual(['payment.received', 'installation.updated']);
    await expectMoved(partner, paid, { status: 'PENDING_PAYMENT' });
    expect(await read()).toMatchObject({ status: 'ACTIVATED', installedAt: at, free: false });
  });

  test.each(['by itself', 'in the same request', 'as a charge'])(
    'and the fee waived %s: ACTIVATED',
    async (how) => {
      const { patch, feePath, read } = await ordered(partner, { feeAmount: 50 });
      if (how !== 'in the same request') dataOf(await patch({ installedAt: at }));
      const answer =
        how === 'as a charge'
          ? await partner.post(`${feePath}/waive`)
          : await patch({ feeWaived: true, ...(how === 'by itself' ? {} : { installedAt: at }) });
      dataOf(answer);
      await expectMoved(partner, answer, { status: 'PENDING_PAYMENT', free: false });
      expect(await read()).toMatchObject({ status: 'ACTIVATED', installedAt: at, free: true });
    },
  );

  test('marked done: ACTIVATED at once, even while the fee is owed, which stays owed', async () => {
    const { patch, fee, pay, read } = await ordered(partner, { feeAmount: 50 });
    const answer = await patch({ status: 'ACTIVATED' });
    const done = dataOf(answer);
    expect(done).toMatchObject({ status: 'ACTIVATED', free: false, installedAt: done.updatedAt });
    await expectMoved(partner, answer, { status: 'PENDING_PAYMENT' });
    expect((await fee()).status).toBe('PENDING');
    const paid = await pay();
    expect(await typesOf(partner, paid)).toEqual(['payment.received']);
    expect(await read()).toEqual(done);
  });

  test('marked done, and the fee waived afterwards: free, without another event', async () => {
    const { patch, feePath, read } = await ordered(partner, { feeAmount: 50 });
    dataOf(await patch({ status: 'ACTIVATED', installedAt: at }));
    expect(await typesOf(partner, await partner.post(`${feePath}/waive`))).toEqual([]);
    expect(await read()).toMatchObject({ status: 'ACTIVATED', free: true, installedAt: at });
  });

  test('marked done, and the fee cancelled afterwards: stays installed', async () => {
    const { patch, feePath, read } = await ordered(partner, { feeAmount: 50 });
    dataOf(await patch({ status: 'ACTIVATED' }));
    expect(await typesOf(partner, await partner.post(`${feePath}/cancel`))).toEqual([]);
    expect((await read()).status).toBe('ACTIVATED');
  });
});

describe('cancel', () => {
  test('calls it off', async () => {
    const { cancel, read } = await ordered(partner);
    const answer = await cancel();
    expect(answer.status).toBe(200);
    expect(dataOf(answer).status).toBe('CANCELLED');
    await expectMoved(partner, answer, { status: 'AWAITING_INSTALLATION', free: true });
    expect((await read()).status).toBe('CANCELLED');
  });

  test('calls the fee off too, and a payment that waits for it', async () => {
    const { cancel, fee, pay } = await ordered(partner, { feeAmount: 50 });
    const payment = dataOf(await pay('simulated'));
    const answer = await cancel();
    expect(await typesOf(partner, answer)).toEqual(['installation.updated', 'payment.expired']);
    expect(await fee()).toMatchObject({ status: 'CANCELLED', reason: 'INSTALLATION_CANCELLED' });
    expect(dataOf(await partner.get(`/v1/payments/${payment.id}`)).status).toBe('EXPIRED');
  });

  test('leaves a fee that was paid', async () => {
    const { cancel, fee, pay } = await ordered(partner, { feeAmount: 50 });
    dataOf(await pay());
    dataOf(await cancel());
    expect((await fee()).status).toBe('PAID');
  });

  test('at an end nothing is taken any more: installation_terminal', async () => {
    const [cancelled, activated] = [await ordered(partner), await ordered(partner, { feeAmount: 5 })];
    dataOf(await cancelled.cancel());
    dataOf(await activated.patch({ status: 'ACTIVATED' }));
    for (const each of [cancelled, activated]) {
      const terminal = { error: 'installation_terminal', field: 'id', code: 'IMMUTABLE' };
      const before = await each.read();
      expectRefused(await each.cancel(), 400, terminal);
      expectRefused(await each.patch({ notes: 'x' }), 400, terminal);
      expectRefused(await each.patch({ status: 'ACTIVATED', feeWaived: true }), 400, terminal);
      expect(await each.read()).toEqual(before);
    }
  });
});

test('called off and paid at once: one of the two happens, and the fee agrees', async () => {
  for (let round = 0; round < 6; round++) {
    const { cancel, pay, read, fee } = await ordered(partner, { feeAmount: 50 });
    const [cancelled, paid] = await Promise.all([cancel(), pay()]);
    expect(cancelled.status).toBe(200);
    expect((await read()).status).toBe('CANCELLED');
    // Paid first, it is paid and then called off; called off first, there is nothing to pay.
    expect([201, 409]).toContain(paid.status);
    expect((await fee()).status).toBe(paid.status === 201 ? 'PAID' : 'CANCELLED');
  }
});
