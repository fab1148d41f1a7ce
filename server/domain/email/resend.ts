import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { MailSnapshot, mailId } from '../../contract/mail.ts';
import type { WriteScope } from '../../db/scope.ts';
import { find, findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import { sendsMail } from '../messaging/email/enqueue.ts';
import { mailResource } from '../model/email/resource.ts';

/**
 * Sends a mail by hand: one that failed, that was held, or once more. It is put at the head of the queue.
 * @throws NOT_FOUND; PRECONDITION in a sandbox, or without a mail server; CONFLICT while it is queued
 */
export async function resendMail(scope: WriteScope, { id }: z.output<typeof mailId>): Promise<MailSnapshot> {
  const row = await findForUpdate(scope, mailResource, id);
  if (!sendsMail(scope)) {
    throw refuse('PRECONDITION', {
      field: 'id',
      message: scope.livemode
        ? 'No mail server is configured; mails are kept here.'
        : 'Nothing leaves a sandbox: its mails are kept here to be read.',
    });
  }
  await transition(scope, mailResource, row, 'resend', {
    nextAttemptAt: realNow(),
    attempts: 0,
    error: null,
    sentAt: null,
    sentTo: null,
    correlationId: scope.correlationId,
  });
  scope.outbox.wakes.add('mail/due');
  return presentOne(scope, mailResource, await find(scope, mailResource, id));
}
