import type { SecurityEventName } from '../contract/portal/security-events.ts';
import { securityEvent } from '../security-log.ts';
import type { ApiContext } from './context.ts';

type Call<I> = { ctx: ApiContext; input: I };

/**
 * Adds a line of the security log to a change, once it is committed. The change writes the audit entries itself. Contract:
 * Security log.
 */
export function logged<I extends object, O>(
  event: SecurityEventName | ((input: I) => SecurityEventName),
  change: (call: Call<I>) => Promise<O>,
): (call: Call<I>) => Promise<O> {
  return async (call) => {
    const answer = await change(call);
    const { dryRun, staff, address, correlationId, providerId } = call.ctx;
    if (!dryRun) {
      const details = 'id' in call.input ? { subject: call.input.id } : {};
      const account = staff?.email;
      const name = typeof event === 'function' ? event(call.input) : event;
      const origin = { account, address, correlationId, providerId };
      securityEvent({ event: name, outcome: 'success', ...origin, details });
    }
    return answer;
  };
}
