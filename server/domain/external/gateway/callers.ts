import type { GatewayName } from '../../../contract/enums.ts';
import type { Caller } from '../../../work/scope.ts';

/** The caller of changes that a gateway reports or answers. */
export const gatewayCallers = {
  stripe: { type: 'system', name: 'Stripe' },
  paystack: { type: 'system', name: 'Paystack' },
  mpesa: { type: 'system', name: 'M-Pesa' },
} as const satisfies Record<GatewayName, Caller>;
