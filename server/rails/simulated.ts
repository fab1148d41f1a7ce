import type { simulateOutcomes } from '../contract/enums.ts';
import { currencies } from '../contract/money.ts';
import type { PaymentOutcome, Rail } from './rail.ts';

/** A gateway for sandboxes, whose outcomes are set by `simulate`. */
export const simulated: Rail = {
  name: 'simulated',
  label: 'Simulated gateway',
  currencies,
  isAvailableFor: (provider) => !provider.livemode,
  begins: 'simulated',
};

/** The result of each outcome of `simulate`. */
export const simulatedOutcomes: Record<(typeof simulateOutcomes)[number], PaymentOutcome> = {
  succeed: { succeeded: true },
  insufficient_funds: { succeeded: false, reason: 'INSUFFICIENT_FUNDS' },
  timeout: { succeeded: false, reason: 'TIMEOUT' },
  reject: { succeeded: false, reason: 'PARTNER_REJECTED' },
};
