import type { z } from 'zod';
import { mail } from '../../../drizzle/schema/mail.ts';
import type { EmailSnapshot, emailId, emailList, RenderedEmail } from '../../contract/email.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { before, defineList, equals, from, isAnyOf } from '../list/list.ts';
import { composeEmail } from '../messaging/email/compose.ts';
import { emailResource } from '../model/email/resource.ts';

/** @throws NOT_FOUND */
export async function getEmail(scope: Scope, { id }: z.output<typeof emailId>): Promise<EmailSnapshot> {
  return presentOne(scope, emailResource, await find(scope, emailResource, id));
}

/** Emails in every status. */
export const listEmails = defineList<typeof emailResource, z.output<typeof emailList>>(emailResource, {
  filters: {
    status: equals(mail.status),
    statusIn: isAnyOf(mail.status),
    kind: equals(mail.kind),
    kindIn: isAnyOf(mail.kind),
    sentAfter: from(mail.sentAt),
    sentBefore: before(mail.sentAt),
    subscriberId: equals(mail.subscriberId),
  },
  sortable: { sentAt: mail.sentAt },
});

/**
 * Renders an email of any status as its reader sees it.
 * @throws NOT_FOUND
 */
export async function previewEmail(scope: Scope, { id }: z.output<typeof emailId>): Promise<RenderedEmail> {
  const row = await find(scope, emailResource, id);
  const { to } = await presentOne(scope, emailResource, row);
  const { from, attachments, ...message } = await composeEmail(scope, row, to);
  return {
    ...message,
    from: `${from.name} <${from.address}>`,
    attachments: attachments.map(({ fileName }) => fileName),
  };
}
