import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { EmailSnapshot, emailId } from '../../contract/portal/email.ts';
import { find, findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { isAboutAccess, sendsEmail } from '../messaging/email/enqueue.ts';
import { emailResource } from '../model/email/resource.ts';

/**
 * Queues an email again that was sent, failed, held or dropped. It is due at once and has all its attempts again.
 * @throws NOT_FOUND; PRECONDITION in a sandbox, or without a mail server; CONFLICT while it is queued
 */
export async function resendEmail(
  scope: WriteScope,
  { id }: z.output<typeof emailId>,
): Promise<EmailSnapshot> {
  const row = await findForUpdate(scope, emailResource, id);
  if (!sendsEmail(scope, row.kind)) {
    throw refuse('PRECONDITION', {
      field: 'id',
      message:
        scope.livemode || isAboutAccess(row.kind)
          ? 'No mail server is configured, so no email can be sent.'
          : 'A sandbox sends no emails. You can read them here.',
    });
  }
  await transition(scope, emailResource, row, 'resend', {
    nextAttemptAt: realNow(),
    attempts: 0,
    error: null,
    sentAt: null,
    sentTo: null,
    correlationId: scope.correlationId,
  });
  scope.outbox.wakes.add('emails/due');
  return presentOne(scope, emailResource, await find(scope, emailResource, id));
}
