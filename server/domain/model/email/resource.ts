import { sql } from 'drizzle-orm';
import { mail } from '../../../../drizzle/schema/mail.ts';
import { emailSnapshot } from '../../../contract/portal/email.ts';
import { column, defineResource, type Row } from '../../../state/resource.ts';
import { emailMachine } from './machine.ts';

export const emailResource = defineResource({
  name: 'mail',
  object: null,
  table: mail,
  snapshot: emailSnapshot,
  machine: emailMachine,
  computed: {
    to: sql<string>`coalesce(${column('mail', 'sent_to')}, (
      select case ${column('mail', 'channel')} when 'SMS' then phone else email end from subscriber
      where provider_id = ${column('mail', 'provider_id')} and id = ${column('mail', 'subscriber_id')}), (
      select email from staff_user where id = ${column('mail', 'staff_user_id')}), ${column('mail', 'access_email')})`,
  },
});

export type EmailRow = Row<typeof emailResource>;
