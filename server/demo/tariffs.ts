import type { PlanCreate } from '../contract/plan.ts';

/** A plan on offer, and how often it is taken. */
export type Tariff = {
  input: PlanCreate;
  weight: number;
  access: 'FIBER' | 'WIRELESS' | 'any';
  leavesSale: boolean;
  /** What it costs in the end, where its price is raised. */
  risesTo?: number;
};

/** A plan while it can be ordered. */
export type Offered = Tariff & { id: string; until: Date | null };

/** A row of the demo. Its id is set when its step has run. */
export type Created = { id: string };

/** A subscription with the plan that it was ordered on. */
export type Subscribed = Created & { tariff: Offered };

type Terms = Partial<PlanCreate> & Pick<Tariff, 'access' | 'risesTo'>;

function tariff(
  planName: string,
  [downloadSpeedMbps, uploadSpeedMbps]: [number, number],
  priceAmount: number,
  weight: number,
  { access, risesTo, ...terms }: Terms,
  leavesSale = false,
): Tariff {
  return {
    weight,
    access,
    leavesSale,
    risesTo,
    input: {
      planName,
      planType: 'RESIDENTIAL',
      downloadSpeedMbps,
      uploadSpeedMbps,
      priceAmount,
      priceCurrency: 'KES',
      billingCycleDays: 30,
      graceDays: 3,
      ...terms,
    },
  };
}

/** A dozen plans: radio and fibre, by the month and the quarter; some of them do not stay as they are. */
export const tariffs: readonly Tariff[] = [
  tariff('Mtaa 5', [5, 2], 1_500, 12, { access: 'WIRELESS', dataCapMb: 100_000 }),
  tariff('Mtaa 10', [10, 4], 1_999, 14, { access: 'WIRELESS' }),
  tariff('Mtaa 20', [20, 8], 2_999, 8, { access: 'WIRELESS' }),
  tariff('Fibre 10', [10, 10], 1_999, 10, { access: 'FIBER' }),
  tariff('Fibre 20', [20, 20], 2_999, 22, { access: 'FIBER', risesTo: 3_199 }),
  tariff('Fibre 40', [40, 40], 3_999, 18, { access: 'FIBER' }),
  tariff('Fibre 100', [100, 100], 6_499, 10, { access: 'FIBER', graceDays: 5 }),
  tariff('Fibre 200', [200, 100], 9_999, 4, { access: 'FIBER', graceDays: 5 }),
  tariff('Fibre 500', [500, 250], 14_999, 2, { access: 'FIBER', graceDays: 7 }),
  tariff('Fibre 100, three months', [100, 100], 18_499, 3, { access: 'FIBER', billingCycleDays: 90 }),
  tariff('Diplomat 200 (USD)', [200, 200], 95, 3, { access: 'FIBER', priceCurrency: 'USD', graceDays: 10 }),
  tariff('Festive 30', [30, 15], 2_999, 5, { access: 'any' }, true),
];
