import { and, eq } from 'drizzle-orm';
import { mail } from '../../../../drizzle/schema/mail.ts';
import { realNow } from '../../../clock.ts';
import type { SmsReport } from '../../../sms/gateway.ts';
import { findForUpdate } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { transaction } from '../../../work/transaction.ts';
import { emailResource } from '../../model/email/resource.ts';
import type { OpenSmsAccount } from './accounts.ts';
import { MAX_ERROR } from './record-outcome.ts';

/**
 * Writes what a gateway reports about a message of the account. Repeated reports change nothing, and the first final one counts.
 * @returns false where the account has no such message
 */
export function takeReport(
  { id: accountId, providerId }: OpenSmsAccount,
  report: SmsReport,
  correlationId: string,
): Promise<boolean> {
  const caller = { type: 'system', name: 'mail' } as const;
  return transaction({ providerId, caller, correlationId }, (scope) => write(scope, accountId, report));
}

async function write(scope: WriteScope, accountId: string, report: SmsReport): Promise<boolean> {
  const [found] = await scope.db
    .select({ id: mail.id })
    .from(mail)
    .where(
      and(
        eq(mail.providerId, scope.providerId),
        eq(mail.accountId, accountId),
        eq(mail.gatewayId, report.gatewayId),
      ),
    );
  if (!found) return false;
  const row = await findForUpdate(scope, emailResource, found.id);
  if (row.status !== 'SENT' || row.gatewayId !== report.gatewayId) return true;
  if (report.isDelivered) await transition(scope, emailResource, row, 'deliver', { deliveredAt: realNow() });
  else
    await transition(scope, emailResource, row, 'bounce', {
      error: report.error?.slice(0, MAX_ERROR) ?? null,
    });
  return true;
}
