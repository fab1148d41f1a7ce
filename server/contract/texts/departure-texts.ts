import type { departureKinds, departureReasons } from '../enums.ts';
import type { DepartureSnapshot } from '../portal/departure.ts';

/** Imports no library, so that pages can import it at no cost. */

/** Why a customer leaves, as a person chooses it. */
export const departureReasonTexts: Record<(typeof departureReasons)[number], string> = {
  TOO_EXPENSIVE: 'Too expensive',
  QUALITY: 'Quality of the service',
  OTHER_PROVIDER: 'Another provider',
  MOVED: 'Moved away',
  NOT_NEEDED: 'No longer needed',
  NOT_PAID: 'Does not pay',
  OTHER: 'Another reason',
};

export const departureKindTexts: Record<(typeof departureKinds)[number], string> = {
  CANCELLATION: 'Cancellation',
  PLAN_REMOVAL: 'Plan removal',
  TERMINATION: 'Termination',
};

export const departureOutcomeTexts: Record<DepartureSnapshot['outcome'], string> = {
  LEFT: 'Left',
  LEAVING: 'Will leave',
  STAYED: 'Stayed',
};
