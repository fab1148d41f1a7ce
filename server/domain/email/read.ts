import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { mail } from '../../../drizzle/schema/mail.ts';
import { staffUser } from '../../../drizzle/schema/staff.ts';
import type { EmailSnapshot, emailId, emailList, RenderedEmail } from '../../contract/portal/email.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { before, equals, from, isAnyOf } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { search } from '../list/search.ts';
import { composeEmail, composeSms } from '../messaging/email/compose.ts';
import { emailResource } from '../model/email/resource.ts';
import { invoicesNumbered } from '../model/invoice/resource.ts';
import { paymentsNamed, paymentsOfInvoicesNumbered } from '../model/payment/resource.ts';
import { issuerOf } from '../model/provider/issuer.ts';
import { subscribersLike } from '../model/subscriber/resource.ts';

/** @throws NOT_FOUND */
export async function getEmail(scope: Scope, { id }: z.output<typeof emailId>): Promise<EmailSnapshot> {
  return presentOne(scope, emailResource, await find(scope, emailResource, id));
}

/** Emails in every status. */
export const listEmails = defineList<typeof emailResource, z.output<typeof emailList>>(emailResource, {
  timeById: true,
  filters: {
    channel: equals(mail.channel),
    status: equals(mail.status),
    statusIn: isAnyOf(mail.status),
    kind: equals(mail.kind),
    kindIn: isAnyOf(mail.kind),
    sentAfter: from(mail.sentAt),
    sentBefore: before(mail.sentAt),
    subscriberId: equals(mail.subscriberId),
    announcementId: {
      where: (given) =>
        sql`(${mail.kind} = 'NOTICE' and ${mail.factId} = ${given} and ${mail.subscriberId} is not null)`,
    },
    q: search(mail, ({ text, pattern }) => [
      sql`${mail.id} = ${text}`,
      sql`${mail.subscriberId} in (${subscribersLike(pattern)})`,
      // The condition on the subscriber lets PostgreSQL use the partial index.
      sql`${mail.subscriberId} is not null and ${mail.kind} in ('INVOICE', 'RECEIPT', 'CREDIT_NOTE')
        and ${mail.factId} in (
          ${invoicesNumbered(text)} union all ${paymentsNamed(text)} union all ${paymentsOfInvoicesNumbered(text)})`,
      // Emails to staff are few.
      sql`${mail.subscriberId} is null and (
        ${mail.sentTo} ilike ${pattern} or ${mail.accessEmail} ilike ${pattern} or exists (
          select from ${staffUser} where ${staffUser.id} = ${mail.staffUserId}
            and (${staffUser.name} ilike ${pattern} or ${staffUser.email} ilike ${pattern})))`,
    ]),
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
  if (row.channel === 'SMS') {
    const { text } = await composeSms(scope, row);
    const { name: from } = await issuerOf(scope);
    return { from, to, replyTo: null, subject: '', html: '', text, attachments: [] };
  }
  const { from, attachments, ...message } = await composeEmail(scope, row, to);
  return {
    ...message,
    from: `${from.name} <${from.address}>`,
    attachments: attachments.map(({ fileName }) => fileName),
  };
}
