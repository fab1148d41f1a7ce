import { isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import { mail } from '../../../drizzle/schema/mail.ts';
import { refuse } from '../../contract/errors.ts';
import type { MessageSnapshot, messageId, messageList } from '../../contract/message.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { equals } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { emailResource } from '../model/email/resource.ts';

/** A message to a subscriber. @throws NOT_FOUND, also for an email to staff */
export async function getMessage(scope: Scope, { id }: z.output<typeof messageId>): Promise<MessageSnapshot> {
  const row = await find(scope, emailResource, id);
  if (row.subscriberId === null) throw refuse('NOT_FOUND', { field: 'id' });
  return presentOne(scope, emailResource, row);
}

/** Messages to subscribers, on every channel and in every status. Contract: Messages. */
export const listMessages = defineList<typeof emailResource, z.output<typeof messageList>>(emailResource, {
  timeById: true,
  always: isNotNull(mail.subscriberId),
  filters: {
    channel: equals(mail.channel),
    status: equals(mail.status),
    kind: equals(mail.kind),
    subscriberId: equals(mail.subscriberId),
  },
  sortable: { sentAt: mail.sentAt },
});
