import { expect, test } from 'vitest';
import { days, passTime } from '../../../../test/fixtures/customer.ts';
import { customerWithPlans } from '../../../../test/fixtures/customer-with-plans.ts';
import { useDatabase } from '../../../../test/fixtures/use-database.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { createPayment } from '../../payment/create.ts';
import { runDue } from '../../scheduling/run.ts';
import { editPlanFromExternal } from '../../subscription/edit-from-external.ts';
import { cancelSubscription } from '../termination/cancel.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');
/** Enough to meet each interleaving that locks allow, few enough to be quick. */
const ROUNDS = 8;

async function setUp() {
  const made = await customerWithPlans(database.current, start);
  const { provider, ada } = made;
  const id = ada.subscriptionId;
  const edit = (planId: string) => (scope: WriteScope) =>
    editPlanFromExternal(scope, { id, planId, freeImmediateUpgrade: false });
  const atOnce = (day: number, ...works: ((scope: WriteScope) => Promise<unknown>)[]) =>
    Promise.all(
      works.map((work) =>
        provider.at(days(start, day), work).then(
          () => 'done',
          (error) => {
            if (error instanceof Refusal) return error.body.error;
            throw error;
          },
        ),
      ),
    );
  const pay = (scope: WriteScope) => createPayment(scope, { subscriptionId: id, rail: 'manual' });
  const rejections = async () => {
    const rows = await database.current.sql<{ body: string }[]>`
      select body from event where resource_id = ${id} and type like 'subscription.plan_change%' order by occurred_at, id`;
    return rows.map(({ body }) => JSON.parse(body).data.rejection?.reason ?? 'applied');
  };
  return { ...made, id, edit, atOnce, pay, rejections, read: () => ada.read(days(start, 12)) };
}

async function rounds(play: () => Promise<void>) {
  for (let i = 0; i < ROUNDS; i++) await play();
}

test('of two concurrent upgrades one is held and the other is UPGRADE_SUPERSEDED', () =>
  rounds(async () => {
    const { plan, edit, atOnce, rejections, invoices, read } = await setUp();
    const [one, two] = [await plan(45), await plan(60)];
    expect(await atOnce(10, edit(one.id), edit(two.id))).toEqual(['done', 'done']);
    expect(await rejections()).toEqual(['UPGRADE_SUPERSEDED']);
    const { status, pendingUpgrade } = await read();
    expect(status).toBe('AWAITING_PAYMENT_FOR_UPGRADE');
    const asked = (await invoices()).slice(1).sort();
    expect(asked).toEqual([`OPEN ${pendingUpgrade?.amount}`, expect.stringMatching(/^VOID /)]);
  }));

test('the same upgrade twice concurrently is held once', () =>
  rounds(async () => {
    const { plan, edit, atOnce, rejections, invoices } = await setUp();
    const { id } = await plan(45);
    expect(await atOnce(10, edit(id), edit(id), edit(id))).toEqual(['done', 'done', 'done']);
    expect(await rejections()).toEqual([]);
    expect(await invoices()).toEqual(['PAID 30', 'OPEN 10']);
  }));

test('concurrent payment and expiry of an upgrade: either applied and paid, or expired with refundDue', () =>
  rounds(async () => {
    const { plan, edit, atOnce, rejections, invoices, pay, provider, read } = await setUp();
    const { id } = await plan(45);
    await atOnce(10, edit(id));
    const just = days(start, 10.9999);
    const [paid] = await Promise.all([
      provider.at(just, pay).then(
        () => true,
        () => false,
      ),
      passTime(provider, days(start, 11)),
    ]);
    expect(await rejections()).toEqual([paid ? 'applied' : 'UPGRADE_PAYMENT_EXPIRED']);
    expect(await invoices()).toEqual(['PAID 30', paid ? 'PAID 10' : 'VOID 10']);
    expect(await read()).toMatchObject({ status: 'ACTIVE', pendingUpgrade: null });
  }));

test('concurrent payments and a cancellation: the upgrade is paid once, and the cancellation is pending', () =>
  rounds(async () => {
    const { plan, edit, atOnce, invoices, pay, id, read } = await setUp();
    await atOnce(10, edit((await plan(45)).id));
    const results = await atOnce(10.5, pay, pay, (scope) => cancelSubscription(scope, { id }));
    expect(results[2]).toBe('done');
    expect(results.filter((result) => result === 'done').length).toBeLessThanOrEqual(2);
    expect(await invoices()).toEqual([
      'PAID 30',
      results.includes('CONFLICT') && results.indexOf('done') < 2 ? 'PAID 10' : 'VOID 10',
    ]);
    expect(await read()).toMatchObject({
      status: 'ACTIVE',
      pendingUpgrade: null,
      cancelAt: days(start, 30).toISOString(),
    });
  }));

test('an upgrade at the end of the cycle does not outlast it', () =>
  rounds(async () => {
    const { plan, edit, provider, id } = await setUp();
    await passTime(provider, days(start, 29));
    const { id: planId } = await plan(45);
    const end = days(start, 30);
    await Promise.all([
      provider.at(new Date(end.getTime() - 1), edit(planId)),
      provider.at(end, (scope) => runDue(scope, end, Number.POSITIVE_INFINITY)),
    ]);
    await passTime(provider, end);
    const [row] = await database.current.sql`
      select s.status, c.status as cycle from subscription s
      join billing_cycle c on c.subscription_id = s.id and c.status in ('ACTIVE', 'OVERDUE') where s.id = ${id}`;
    expect(row).toEqual({ status: 'ACTIVE', cycle: 'OVERDUE' });
  }));
