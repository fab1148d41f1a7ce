import { expect, test } from 'vitest';
import { db } from '../../server/db/client.ts';
import { seeded } from '../crash/killable.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { useApi } from './api.ts';
import { externalSystem, splynx } from './external-system.ts';
import { bodies, dataOf } from './helpers.ts';

const api = useApi();

/** Every run has the same seeds. INBOUND_SEED=N and INBOUND_STORIES=N select others. */
const FIRST = Number(process.env.INBOUND_SEED ?? 1);
const STORIES = Number(process.env.INBOUND_STORIES ?? 2);
const STEPS = 80;

test.each(Array.from({ length: STORIES }, (_, n) => FIRST + n))(
  'seed %i: random events of an external system all reach a final status, and all invariants hold',
  async (seed) => {
    const random = seeded(seed);
    const roll = (n: number) => Math.floor(random() * n);
    const pick = <T>(of: readonly T[]): T => of[roll(of.length)] as T;
    const system = await externalSystem(api, { adapter: 'splynx', freeImmediateUpgrade: seed % 2 === 0 });
    const { partner, plans, settings, path } = system;
    dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ externalUserId: '78' })));
    const same = dataOf(
      await partner.post('/v1/plans', bodies.plan({ priceAmount: 20, downloadSpeedMbps: 10 })),
    );
    const tariffMap = { ...settings.tariffMap, 4: same.id };
    dataOf(await partner.put(path, { ...settings, tariffMap }));
    const story: string[] = [];
    let n = 0;

    const subscriptions = async () => (await system.subscriptions()) as { id: string; status: string }[];
    const aSubscription = async () => {
      const all = await subscriptions();
      return all.length ? pick(all).id : null;
    };
    const hook = () => {
      const customer_id = pick(['77', '77', '78', '79']);
      const event = pick(['create', 'create', 'edit', 'edit', 'edit', 'update', 'delete']);
      const attributes = {
        id: pick(['1001', '1002', '1003', '1004']),
        customer_id,
        login: pick(['home', 'office']),
        tariff_id: pick(['1', '2', '2', '3', '3', '4', '9']),
        status: pick(['active', 'active', 'active', 'stopped', 'disabled']),
        ...pick([
          { taking_ipv4: '0' },
          { taking_ipv4: '1', ipv4: '203.0.113.5' },
          { taking_ipv4: '1', ipv4: 'nonsense' },
          { taking_ipv4: '2', ipv4_pool_id: '5' },
          { taking_ipv4: '2', ipv4_pool_id: '6' },
        ]),
        deleted: pick(['0', '0', '0', '0', '1']),
        n: String(n++),
      };
      story.push(`${event} ${JSON.stringify(attributes)}`);
      return system.send(splynx(`internet_service/${event}`, attributes));
    };
    const steps: (() => Promise<unknown>)[] = [
      ...Array(8).fill(hook),
      async () => {
        const name = pick(['Ada Byron', 'Ada', 'Grace Hopper']);
        const { email, phone } = bodies.subscriber();
        story.push(`customer ${name}`);
        return system.send(splynx('customer/edit', { id: pick(['77', '78', '79']), name, email, phone }));
      },
      ...Array(4).fill(async () => {
        const id = await aSubscription();
        if (!id) return;
        const answer = await partner.post('/v1/payments', { subscriptionId: id, rail: 'manual' });
        story.push(`pay ${id} ${answer.status}`);
        expect([201, 409]).toContain(answer.status);
      }),
      async () => {
        const hours = pick([1, 25, 24 * 9, 24 * 28, 24 * 31, 24 * 40]);
        story.push(`${hours} hours pass`);
        dataOf(await partner.post('/v1/test-clock/advance', { by: { hours } }));
      },
      async () => {
        const id = await aSubscription();
        if (!id) return;
        const [what, act] = pick<[string, () => Promise<{ status: number }>]>([
          ['delete', () => partner.delete(`/v1/subscriptions/${id}`)],
          ['withdraw', () => partner.patch(`/v1/subscriptions/${id}`, { cancelAt: null })],
          ['plan', () => partner.patch(`/v1/subscriptions/${id}`, { planId: pick(Object.values(plans)).id })],
          ['speed', () => partner.patch(`/v1/subscriptions/${id}`, { priceOverride: pick([null, 25]) })],
          ['remove', () => partner.delete(`/v1/subscriptions/${id}/plan?when=cycle_end`)],
          ['move out', () => partner.post(`/v1/subscriptions/${id}/migrate-out`)],
        ]);
        const { status } = await act();
        story.push(`${what} ${id} ${status}`);
        expect(status).toBeLessThan(500);
      },
      async () => {
        const failed = (await system.inbound()).filter(
          ({ status }: { status: string }) => status === 'FAILED',
        );
        if (failed.length === 0) return;
        const { id } = pick(failed) as { id: string };
        story.push(`retry ${id}`);
        dataOf(await partner.post(`${path}/inbound-events/${id}/retry`));
      },
    ];
    try {
      for (let step = 0; step < STEPS; step++) {
        await pick(steps)();
        if (roll(3) > 0) await (roll(2) ? system.drain() : Promise.all([system.drain(), system.drain()]));
        if (step % 10 === 9) expect(await checkInvariants(db())).toEqual([]);
      }
      await system.drain();
      const open = await api.sql`
        select event, status, reason from inbound_event
        where provider_id = ${partner.providerId} and (status in ('QUEUED', 'PROCESSING') or reason = 'INTERNAL_ERROR')`;
      expect([...open]).toEqual([]);
      expect(await checkInvariants(db())).toEqual([]);
    } catch (error) {
      console.log(story.join('\n'));
      throw error;
    }
  },
  240_000,
);
