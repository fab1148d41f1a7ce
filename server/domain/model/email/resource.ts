import { sql } from 'drizzle-orm';
import { mail } from '../../../../drizzle/schema/mail.ts';
import { mailSnapshot } from '../../../contract/mail.ts';
import { column, defineResource, type Row } from '../../../state/resource.ts';
import { mailMachine } from './machine.ts';

export const mailResource = defineResource({
  name: 'mail',
  object: null,
  table: mail,
  snapshot: mailSnapshot,
  machine: mailMachine,
  computed: {
    to: sql<string>`coalesce(${column('mail', 'sent_to')}, (
      select email from subscriber
      where provider_id = ${column('mail', 'provider_id')} and id = ${column('mail', 'subscriber_id')}), (
      select email from staff_user where id = ${column('mail', 'staff_user_id')}))`,
  },
});

export type MailRow = Row<typeof mailResource>;
