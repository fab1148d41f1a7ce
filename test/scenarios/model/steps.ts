import fc from 'fast-check';
import { DAY, graceEnd, holdEnd, type Sub, serves, unpaidEnd, type World } from './state.ts';

/** One step. Subscriptions and payments are numbered; numbers beyond the last wrap around. */
export type Step =
  | { do: 'subscribe' | 'disable' | 'enable'; plan: number }
  | { do: 'edit plan'; plan: number; price: number; days: number; grace: number; speed: number }
  | { do: 'pay'; sub: number; how: 'manual' | 'succeed' | 'insufficient_funds' | 'later' | 'in transit' }
  | { do: 'pay renewal'; sub: number }
  | { do: 'settle payment'; payment: number; outcome: 'succeed' | 'reject' }
  | { do: 'take up'; payment: number }
  | { do: 'change plan' | 'upgrade now'; sub: number; plan: number }
  | { do: 'extend grace'; sub: number; hours: number }
  | { do: 'override'; sub: number; price?: number | null; days?: number | null }
  | { do: 'edit from external'; sub: number; plan: number; free: boolean }
  | { do: 'remove plan'; sub: number; when: 'cycle_end' | 'immediately' }
  | { do: 'cancel' | 'withdraw' | 'activate' | 'migrate out'; sub: number }
  | { do: 'deactivate' | 'suspend' | 'lift' | 'terminate' }
  | { do: 'deposit' | 'adjust'; amount: number }
  | { do: 'give back'; payment: number; amount: number }
  | { do: 'keep'; payment: number }
  | { do: 'wait'; hours: number }
  | { do: 'wait for'; what: 'the next due instant' | 'just before it'; sub: number };

// Most steps are about the first subscription.
const sub = fc.constantFrom(0, 0, 0, 0, 1, 2);
const plan = fc.nat({ max: 4 });
const one = <T extends string>(...of: T[]) => fc.constantFrom(...of);
const paying = fc.record({
  do: one('pay'),
  sub,
  how: one('manual', 'manual', 'succeed', 'insufficient_funds', 'later', 'in transit', 'in transit'),
});
const waitingFor = fc.record({
  do: one('wait for'),
  what: one('the next due instant', 'the next due instant', 'just before it'),
  sub,
});

const ordinary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: one('change plan'), sub, plan }) },
  { weight: 3, arbitrary: fc.record({ do: one('upgrade now'), sub, plan }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('extend grace'), sub, hours: fc.constantFrom(-1, 30, 200, 800) }),
  },
  { weight: 8, arbitrary: fc.record({ do: one('edit from external'), sub, plan, free: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        do: one('override'),
        sub,
        price: fc.constantFrom(null, 0, 1_500, 2_500),
        days: fc.constantFrom(null, 10, 20),
      },
      { requiredKeys: ['do', 'sub'] },
    ),
  },
  { weight: 8, arbitrary: fc.record({ do: one('cancel', 'withdraw', 'withdraw', 'activate'), sub }) },
  { weight: 3, arbitrary: fc.record({ do: one('remove plan'), sub, when: one('cycle_end') }) },
  { weight: 5, arbitrary: fc.record({ do: one('disable', 'enable'), plan }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: one('edit plan'),
      plan,
      price: fc.constantFrom(0, 1_000, 3_500, 7_000),
      days: fc.constantFrom(7, 30, 45),
      grace: fc.constantFrom(0, 2, 5),
      speed: fc.constantFrom(15, 70),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('pay renewal'), sub }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: one('settle payment'),
      payment: fc.nat({ max: 5 }),
      outcome: one('succeed', 'reject'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('take up'), payment: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: one('suspend', 'lift', 'lift') }) },
);

const payment = fc.nat({ max: 5 });
const money: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: one('deposit'), amount: fc.constantFrom(500, 2_000, 3_000, 4_501, 9_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('adjust'), amount: fc.constantFrom(-2_000, -1, 1, 700, 3_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: one('give back'), payment, amount: fc.constantFrom(1, 500, 3_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('keep'), payment }) },
);

/** Steps that end service. They are rare, so that runs stay long. */
const rare: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: one('subscribe'), plan }),
  fc.record({ do: one('deactivate') }),
  fc.record({ do: one('migrate out'), sub }),
  fc.record({ do: one('remove plan'), sub, when: one('immediately') }),
  fc.record({ do: one('wait'), hours: fc.constantFrom(24 * 31, 24 * 100) }),
);

const stepOf = (withCredit: boolean): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 50, arbitrary: ordinary },
    { weight: 25, arbitrary: paying },
    { weight: 22, arbitrary: waitingFor },
    { weight: 5, arbitrary: fc.record({ do: one('wait'), hours: fc.constantFrom(1, 13, 24, 60, 24 * 9) }) },
    ...(withCredit ? [{ weight: 12, arbitrary: money }] : []),
    { weight: 5, arbitrary: rare },
  );

/** The newest payment. */
const LAST = -1;

/** The last steps of some runs, which random steps rarely reach. */
const endings: Step[][] = [
  [{ do: 'terminate' }, { do: 'wait', hours: 24 * 40 }],
  [
    { do: 'pay', sub: 0, how: 'in transit' },
    { do: 'terminate' },
    { do: 'settle payment', payment: LAST, outcome: 'succeed' },
  ],
  [
    { do: 'edit from external', sub: 0, plan: 3, free: false },
    { do: 'pay', sub: 0, how: 'manual' },
  ],
  [
    { do: 'edit from external', sub: 0, plan: 3, free: false },
    { do: 'cancel', sub: 0 },
  ],
];

/** A run starts with an active subscription, continues at random and sometimes has an ending of the list above. */
export const stepsOf = (withCredit: boolean): fc.Arbitrary<Step[]> =>
  fc
    .tuple(
      plan,
      fc.array(stepOf(withCredit), { minLength: 10, maxLength: 40, size: 'max' }),
      fc.nat({ max: 6 }),
    )
    .map(([first, middle, end]) => [
      { do: 'subscribe', plan: first },
      first === 4 ? { do: 'activate', sub: 0 } : { do: 'pay', sub: 0, how: 'manual' },
      ...middle,
      ...(endings[end] ?? []),
    ]);

/** Milliseconds until work is due on a subscription, or a day. */
export function untilNext(world: World, sub: Sub): number {
  const { cycle, next, hold, status } = sub;
  const instants = [
    ...(status === 'PENDING' ? [unpaidEnd(world, sub)] : []),
    ...(hold && cycle ? [hold.until, holdEnd(world, hold, cycle)] : []),
    ...(cycle
      ? cycle.overdue
        ? [graceEnd(world, cycle, next)]
        : [cycle.window ?? cycle.end, cycle.end]
      : []),
  ];
  const left = instants.map((at) => at - world.now).filter((ms) => ms > 0);
  return left.length > 0 ? Math.min(...left) : DAY;
}

/** A subscription of the model in the form of the API. */
export function viewOf(world: World, it: Sub) {
  const { status, reason, archived, plan: on, pendingPlan, pendingOverrides, own, hold, cycle, price } = it;
  return {
    status,
    reason,
    archived,
    plan: on,
    nextPlan: pendingPlan?.plan ?? null,
    own,
    nextOwn: pendingOverrides?.own ?? null,
    cancelAt: it.cancelAt,
    removalAt: it.removalAt,
    upgrade: hold && { plan: hold.plan, amount: hold.amount, until: hold.until },
    ...(serves(it) && cycle
      ? {
          price,
          speed: it.speed,
          until: cycle.end,
          graceEnd: cycle.graceEnd,
          cycle: cycle.overdue ? 'OVERDUE' : 'ACTIVE',
        }
      : {}),
    subscriber: world.subscriber.status,
    held: world.subscriber.held,
  };
}
