import type { simulateOutcomes } from '../contract/enums.ts';
import type { Outcome, Rail } from './rail.ts';

/** A gateway that does what it is told, for sandbox accounts. */
export const simulated: Rail = {
  name: 'simulated',
  label: 'Simulated gateway',
  isAvailableFor: (provider) => !provider.livemode,
  begins: 'awaited',
};

/** What each outcome of `simulate` reports. */
export const simulatedOutcomes: Record<(typeof simulateOutcomes)[number], Outcome> = {
  succeed: { succeeded: true },
  insufficient_funds: { succeeded: false, reason: 'INSUFFICIENT_FUNDS' },
  timeout: { succeeded: false, reason: 'TIMEOUT' },
  reject: { succeeded: false, reason: 'PARTNER_REJECTED' },
};
