import type { z } from 'zod';
import { mail } from '../../../drizzle/schema/mail.ts';
import type { MailSnapshot, mailId, mailList, RenderedMail } from '../../contract/mail.ts';
import type { Scope } from '../../db/scope.ts';
import { find, presentOne } from '../../state/resource.ts';
import { defineList, equals } from '../list/list.ts';
import { letterOf } from '../messaging/email/compose.ts';
import { mailResource } from '../model/email/resource.ts';

/** @throws NOT_FOUND */
export async function getMail(scope: Scope, { id }: z.output<typeof mailId>): Promise<MailSnapshot> {
  return presentOne(scope, mailResource, await find(scope, mailResource, id));
}

/** Mails in every state. */
export const listMails = defineList<typeof mailResource, z.output<typeof mailList>>(mailResource, {
  filters: {
    status: equals(mail.status),
    kind: equals(mail.kind),
    subscriberId: equals(mail.subscriberId),
  },
  sortable: { sentAt: mail.sentAt },
});

/**
 * A mail as its reader sees it, sent or not.
 * @throws NOT_FOUND
 */
export async function previewMail(scope: Scope, { id }: z.output<typeof mailId>): Promise<RenderedMail> {
  const row = await find(scope, mailResource, id);
  const { to } = await presentOne(scope, mailResource, row);
  const { from, attachments, ...letter } = await letterOf(scope, row, to);
  return {
    ...letter,
    from: `${from.name} <${from.address}>`,
    attachments: attachments.map(({ fileName }) => fileName),
  };
}
