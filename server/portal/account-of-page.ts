import type { IncomingMessage } from 'node:http';
import type { StaffSession } from '../auth/staff.ts';
import { refuse } from '../contract/errors.ts';
import { ACCOUNT_HEADER } from '../contract/portal/account-header.ts';

/**
 * Refuses the request of a page that was loaded for another account than the one that the session has now: a person was removed from an
 * organisation, or selected another account in another window. What such a page creates would belong to an account that it does not
 * show. A request without the header is one of no page. Contract: Portal.
 * @throws CONFLICT
 */
export function requireAccountOfPage(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { provider }: StaffSession,
): void {
  const account = headers[ACCOUNT_HEADER];
  if (account === undefined || account === provider.id) return;
  throw refuse('CONFLICT', { message: 'Another account is selected by now. Load the page again.' });
}
