import type { SmsOutcome } from '../../../sms/gateway.ts';
import { smsGateways } from '../../../sms/registry.ts';
import type { Scope } from '../../../work/scope.ts';
import type { EmailRow } from '../../model/email/resource.ts';
import type { OpenSmsAccount } from './accounts.ts';
import type { CommonReads } from './common-reads.ts';
import { composeSms } from './compose.ts';
import type { Outcome } from './record-outcome.ts';

/**
 * Sends an SMS. Its gateway has no idempotency keys, so the row is marked before the call: after a kill its outcome is unknown, and it
 * is not sent again.
 * @param begin marks the row; false where another attempt has begun
 */
export async function sendSms(
  scope: Scope,
  row: EmailRow,
  {
    to,
    gateway,
    common,
    begin,
  }: { to: string; gateway: OpenSmsAccount | null; common: CommonReads; begin: () => Promise<boolean> },
): Promise<Outcome> {
  if (!gateway) return { result: 'refused', error: 'No gateway for SMS is connected.' };
  const { text, textId, language, parts } = await composeSms(scope, row, { showsLink: true, common });
  if (parts === 0) return { result: 'refused', error: 'The text is empty.' };
  if (!(await begin())) return { result: 'later', error: 'Another attempt has begun.', isServerGone: false };
  const outcome = await smsGateways[gateway.gateway]
    .send(gateway.account, { to, text })
    .catch(({ message: error }: Error): SmsOutcome => ({ result: 'unknown', error }));
  switch (outcome.result) {
    case 'accepted':
      return {
        ...{ result: 'accepted', to, textId, language, parts },
        ...{ accountId: gateway.id, gatewayId: outcome.gatewayId },
      };
    case 'later':
      return { result: 'later', error: outcome.error, isServerGone: outcome.isDown };
    default:
      return outcome;
  }
}
