import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { dataOf, expectRefused } from './helpers.ts';
import { createInstallation, expectUpdated, typesOf } from './installation-helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

describe('the installation fee', () => {
  test('a paid fee moves PENDING_PAYMENT to AWAITING_INSTALLATION', async () => {
    const { installation, read, fee, pay } = await createInstallation(partner, { feeAmount: 50 });
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
    const current = await expectUpdated(partner, answer, { status: 'PENDING_PAYMENT' });
    expect(current).toMatchObject({ status: 'AWAITING_INSTALLATION', free: false });
    expect(await read()).toEqual(current);
    expect(await fee()).toMatchObject({ status: 'PAID', paidAt: payment.completedAt });
    expectRefused(await pay(), 409, { error: 'CONFLICT', field: 'installationId' });
  });

  test('a fee that is paid by chargeId has the same effect', async () => {
    const { installation, read } = await createInstallation(partner, { feeAmount: 50 });
    dataOf(await partner.post('/v1/payments', { chargeId: installation.chargeId, rail: 'manual' }));
    expect((await read()).status).toBe('AWAITING_INSTALLATION');
  });

  test('409 for a second payment, by installationId or by chargeId', async () => {
    const { installation, pay } = await createInstallation(partner, { feeAmount: 50 });
    const first = dataOf(await pay('simulated'));
    const second = dataOf(
      await partner.post('/v1/payments', { chargeId: installation.chargeId, rail: 'simulated' }),
    );
    expect(dataOf(await partner.get(`/v1/payments/${first.id}`)).status).toBe('EXPIRED');
    dataOf(await partner.post(`/v1/payments/${second.id}/simulate`, { outcome: 'succeed' }));
    expectRefused(await pay(), 409);
  });

  test('409 CONFLICT for a payment without a fee, 400 INVALID_VALUE for an unknown installation', async () => {
    const { pay } = await createInstallation(partner);
    expectRefused(await pay(), 409, { error: 'CONFLICT', field: 'installationId' });
    expectRefused(await partner.post('/v1/payments', { installationId: 'inst_x', rail: 'manual' }), 400, {
      field: 'installationId',
      code: 'INVALID_VALUE',
    });
  });

  test('feeWaived moves PENDING_PAYMENT to AWAITING_INSTALLATION and sets free', async () => {
    const { patch, fee } = await createInstallation(partner, { feeAmount: 50 });
    const answer = await patch({ feeWaived: true });
    expect(dataOf(answer)).toMatchObject({ status: 'AWAITING_INSTALLATION', free: true, feeAmount: 50 });
    await expectUpdated(partner, answer, { status: 'PENDING_PAYMENT', free: false });
    expect((await fee()).status).toBe('WAIVED');
    // A repetition emits no event.
    const again = await patch({ feeWaived: true });
    expect(dataOf(again)).toEqual(dataOf(answer));
    expect(await typesOf(partner, again)).toEqual([]);
  });

  test('waiving the charge has the same effect', async () => {
    const { feePath, read } = await createInstallation(partner, { feeAmount: 50 });
    const answer = await partner.post(`${feePath}/waive`);
    await expectUpdated(partner, answer, { status: 'PENDING_PAYMENT' });
    expect(await read()).toMatchObject({ status: 'AWAITING_INSTALLATION', free: true });
  });

  test('409 CHARGE_NOT_WAIVABLE when the fee is paid', async () => {
    const { patch, pay, read } = await createInstallation(partner, { feeAmount: 50 });
    dataOf(await pay());
    const before = await read();
    expectRefused(await patch({ feeWaived: true, notes: 'x' }), 409, { errorCode: 'CHARGE_NOT_WAIVABLE' });
    expect(await read()).toEqual(before);
  });

  test('cancelling the charge cancels the installation', async () => {
    const { feePath, read } = await createInstallation(partner, { feeAmount: 50 });
    const answer = await partner.post(`${feePath}/cancel`);
    await expectUpdated(partner, answer, { status: 'PENDING_PAYMENT' });
    expect((await read()).status).toBe('CANCELLED');
  });
});

describe('PATCH with installedAt or status ACTIVATED', () => {
  const at = '2026-01-05T09:30:00.000Z';

  test('installedAt sets AWAITING_INSTALLATION to ACTIVATED', async () => {
    const { patch } = await createInstallation(partner);
    const answer = await patch({ installedAt: at, technician: 'Peter' });
    expect(dataOf(answer)).toMatchObject({ status: 'ACTIVATED', installedAt: at, technician: 'Peter' });
    await expectUpdated(partner, answer, { status: 'AWAITING_INSTALLATION', free: true });
  });

  test('installedAt before the fee is paid is stored, and the payment sets ACTIVATED', async () => {
    const { patch, pay, read } = await createInstallation(partner, { feeAmount: 50 });
    const noted = await patch({ installedAt: at });
    expect(dataOf(noted)).toMatchObject({ status: 'PENDING_PAYMENT', installedAt: at });
    expect(await typesOf(partner, noted)).toEqual([]);
    const paid = await pay();
    expect(await typesOf(partner, paid)).toEqual(['payment.received', 'installation.updated']);
    await expectUpdated(partner, paid, { status: 'PENDING_PAYMENT' });
    expect(await read()).toMatchObject({ status: 'ACTIVATED', installedAt: at, free: false });
  });

  test.each(['alone', 'in the same request', 'as a charge'])(
    'ACTIVATED when installedAt is set and the fee is waived %s',
    async (how) => {
      const { patch, feePath, read } = await createInstallation(partner, { feeAmount: 50 });
      if (how !== 'in the same request') dataOf(await patch({ installedAt: at }));
      const answer =
        how === 'as a charge'
          ? await partner.post(`${feePath}/waive`)
          : await patch({ feeWaived: true, ...(how === 'alone' ? {} : { installedAt: at }) });
      dataOf(answer);
      await expectUpdated(partner, answer, { status: 'PENDING_PAYMENT', free: false });
      expect(await read()).toMatchObject({ status: 'ACTIVATED', installedAt: at, free: true });
    },
  );

  test('status ACTIVATED applies before the fee is paid, and the fee stays due', async () => {
    const { patch, fee, pay, read } = await createInstallation(partner, { feeAmount: 50 });
    const answer = await patch({ status: 'ACTIVATED' });
    const done = dataOf(answer);
    expect(done).toMatchObject({ status: 'ACTIVATED', free: false, installedAt: done.updatedAt });
    await expectUpdated(partner, answer, { status: 'PENDING_PAYMENT' });
    expect((await fee()).status).toBe('PENDING');
    const paid = await pay();
    expect(await typesOf(partner, paid)).toEqual(['payment.received']);
    expect(await read()).toEqual(done);
  });

  test('waiving the fee of an ACTIVATED installation sets free and emits no event', async () => {
    const { patch, feePath, read } = await createInstallation(partner, { feeAmount: 50 });
    dataOf(await patch({ status: 'ACTIVATED', installedAt: at }));
    expect(await typesOf(partner, await partner.post(`${feePath}/waive`))).toEqual([]);
    expect(await read()).toMatchObject({ status: 'ACTIVATED', free: true, installedAt: at });
  });

  test('cancelling the fee of an ACTIVATED installation changes nothing', async () => {
    const { patch, feePath, read } = await createInstallation(partner, { feeAmount: 50 });
    dataOf(await patch({ status: 'ACTIVATED' }));
    expect(await typesOf(partner, await partner.post(`${feePath}/cancel`))).toEqual([]);
    expect((await read()).status).toBe('ACTIVATED');
  });
});

describe('POST /v1/installations/{id}/cancel', () => {
  test('200 cancels a scheduled installation', async () => {
    const { cancel, read } = await createInstallation(partner);
    const answer = await cancel();
    expect(answer.status).toBe(200);
    expect(dataOf(answer).status).toBe('CANCELLED');
    await expectUpdated(partner, answer, { status: 'AWAITING_INSTALLATION', free: true });
    expect((await read()).status).toBe('CANCELLED');
  });

  test('200 cancels the fee and expires its pending payment', async () => {
    const { cancel, fee, pay } = await createInstallation(partner, { feeAmount: 50 });
    const payment = dataOf(await pay('simulated'));
    const answer = await cancel();
    expect(await typesOf(partner, answer)).toEqual(['installation.updated', 'payment.expired']);
    expect(await fee()).toMatchObject({ status: 'CANCELLED', reason: 'INSTALLATION_CANCELLED' });
    expect(dataOf(await partner.get(`/v1/payments/${payment.id}`)).status).toBe('EXPIRED');
  });

  test('200 keeps a paid fee', async () => {
    const { cancel, fee, pay } = await createInstallation(partner, { feeAmount: 50 });
    dataOf(await pay());
    dataOf(await cancel());
    expect((await fee()).status).toBe('PAID');
  });

  test('400 installation_terminal for any change of a CANCELLED or ACTIVATED installation', async () => {
    const [cancelled, activated] = [
      await createInstallation(partner),
      await createInstallation(partner, { feeAmount: 5 }),
    ];
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

test('concurrent cancellation and payment leave installation and fee consistent', async () => {
  for (let round = 0; round < 6; round++) {
    const { cancel, pay, read, fee } = await createInstallation(partner, { feeAmount: 50 });
    const [cancelled, paid] = await Promise.all([cancel(), pay()]);
    expect(cancelled.status).toBe(200);
    expect((await read()).status).toBe('CANCELLED');
    // If the payment wins, the fee is PAID and then the installation is cancelled. Otherwise there is nothing to pay.
    expect([201, 409]).toContain(paid.status);
    expect((await fee()).status).toBe(paid.status === 201 ? 'PAID' : 'CANCELLED');
  }
});
