import type { PlanCreate } from '../contract/plan.ts';

/** A plan of the demo and the weight with which customers choose it. */
export type DemoPlan = {
  input: PlanCreate;
  weight: number;
  access: 'FIBER' | 'WIRELESS' | 'any';
  isDiscontinued: boolean;
  /** The price after the increase, for a plan whose price increases. */
  raisedPrice?: number;
};

/** A demo plan with its id and the instant at which it is disabled. */
export type OfferedPlan = DemoPlan & { id: string; until: Date | null };

/** A row of the demo. Its id is empty until its step has run. */
export type CreatedRow = { id: string };

/** A subscription with the plan that it was ordered on. */
export type CreatedSubscription = CreatedRow & { demoPlan: OfferedPlan };

type Terms = Partial<PlanCreate> & Pick<DemoPlan, 'access' | 'raisedPrice'>;

function demoPlan(
  planName: string,
  [downloadSpeedMbps, uploadSpeedMbps]: [number, number],
  priceAmount: number,
  weight: number,
  { access, raisedPrice, ...terms }: Terms,
  isDiscontinued = false,
): DemoPlan {
  return {
    weight,
    access,
    isDiscontinued,
    raisedPrice,
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

/** Thirteen plans: wireless and fibre, monthly and quarterly. One gets a higher price, one is disabled. */
export const demoPlans: readonly DemoPlan[] = [
  demoPlan('Mtaa 5', [5, 2], 1_500, 12, { access: 'WIRELESS', dataCapMb: 100_000 }),
  demoPlan('Mtaa 10', [10, 4], 1_999, 14, { access: 'WIRELESS' }),
  demoPlan('Mtaa 20', [20, 8], 2_999, 8, { access: 'WIRELESS' }),
  demoPlan('Fibre 10', [10, 10], 1_999, 10, { access: 'FIBER' }),
  demoPlan('Fibre 20', [20, 20], 2_999, 22, { access: 'FIBER', raisedPrice: 3_199 }),
  demoPlan('Fibre 40', [40, 40], 3_999, 18, { access: 'FIBER' }),
  demoPlan('Fibre 100', [100, 100], 6_499, 10, { access: 'FIBER', graceDays: 5 }),
  demoPlan('Fibre 200', [200, 100], 9_999, 4, { access: 'FIBER', graceDays: 5 }),
  demoPlan('Fibre 500', [500, 250], 14_999, 2, { access: 'FIBER', graceDays: 7 }),
  demoPlan('Fibre 100, three months', [100, 100], 18_499, 3, { access: 'FIBER', billingCycleDays: 90 }),
  demoPlan('Diplomat 200 (USD)', [200, 200], 95, 3, { access: 'FIBER', priceCurrency: 'USD', graceDays: 10 }),
  // Chosen by the customers who pay late. Its long period of grace lets invoices grow old.
  demoPlan('Home office 100', [100, 100], 8_500, 0, { access: 'any', graceDays: 60 }),
  demoPlan('Festive 30', [30, 15], 2_999, 5, { access: 'any' }, true),
];
