import type { IncomingMessage } from 'node:http';
import type { StaffSession } from '../auth/staff.ts';
import { type Refusal, refuse } from '../contract/errors.ts';
import { ACCOUNT_HEADER } from '../contract/portal/account-header.ts';

/**
 * Whether a request is one of a page that was loaded for another account than the one that the session has now: a person was removed
 * from an organisation, or selected another account in another window. What such a page creates would belong to an account that it does
 * not show. A request without the header is one of no page. Contract: Portal.
 * @returns the refusal CONFLICT, which names the selected account in the same header
 */
export function accountFault(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { provider: { id } }: StaffSession,
): Refusal | null {
  const account = headers[ACCOUNT_HEADER];
  if (account === undefined || account === id) return null;
  return refuse('CONFLICT', {
    message: 'Another account is selected in this browser. Nothing was changed.',
    headers: { [ACCOUNT_HEADER]: id },
  });
}

/** As `accountFault`. @throws CONFLICT */
export function requireAccountOfPage(...request: Parameters<typeof accountFault>): void {
  const fault = accountFault(...request);
  if (fault) throw fault;
}
