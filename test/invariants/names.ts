import { invariant } from './invariant.ts';

/** What can be told apart by a name. Rows for which the condition does not hold may share it. */
const unique: [what: string, table: string, column: string, where: string][] = [
  ["an e-mail address is one subscriber's", 'subscriber', 'email', 'true'],
  ["a phone number is one subscriber's", 'subscriber', 'phone', 'true'],
  ["an external user id is one subscriber's", 'subscriber', 'external_user_id', 'true'],
  ['a plan on offer has a name of its own', 'plan', 'plan_name', `status <> 'deleted'`],
  ['a payment has a reference of its own', 'payment', 'reference', 'true'],
  ['an installation has one fee', 'charge', 'installation_id', 'true'],
  [
    'a subscription has one installation under way',
    'installation',
    'subscription_id',
    `status in ('PENDING_PAYMENT', 'AWAITING_INSTALLATION')`,
  ],
  ['a key was answered once', 'idempotency_key', 'key', 'true'],
];

/** What has to be true of names that the world knows things by. */
export const nameInvariants = unique.map(([what, table, column, where]) =>
  invariant(
    what,
    `select ${column} || ' names ' || count(*) as what from ${table} where ${where} and ${column} is not null
     group by provider_id, ${column} having count(*) > 1`,
  ),
);
