import { z } from 'zod';
import { departureReasons } from './enums.ts';
import { multilineText } from './primitives.ts';

/** Why a customer leaves. Both are optional. Contract: Billing. */
export const departureInput = {
  reason: z.enum(departureReasons).optional().meta({ description: 'Why the customer leaves.' }),
  note: multilineText(1, 255).optional().meta({ description: 'More about the reason.' }),
};
export type GivenReason = {
  reason?: (typeof departureReasons)[number] | undefined;
  note?: string | undefined;
};
