import { invariant } from './invariant.ts';

/** Columns that are unique per provider, among the rows that match a condition. */
const unique: [what: string, table: string, column: string, where: string][] = [
  ['an email address belongs to one subscriber', 'subscriber', 'email', 'true'],
  ['a phone number belongs to one subscriber', 'subscriber', 'phone', 'true'],
  ['an account number belongs to one subscriber', 'subscriber', 'account_number', 'true'],
  ['an external user id belongs to one subscriber', 'subscriber', 'external_user_id', 'true'],
  ['the name of a plan that is not deleted is unique', 'plan', 'plan_name', `status <> 'deleted'`],
  ['the reference of a payment is unique', 'payment', 'reference', 'true'],
  ['an installation has one fee', 'charge', 'installation_id', 'true'],
  [
    'a subscription has one open installation',
    'installation',
    'subscription_id',
    `status in ('PENDING_PAYMENT', 'AWAITING_INSTALLATION')`,
  ],
  ['an idempotency key has one answer', 'idempotency_key', 'key', 'true'],
];

/** Invariants of names, references and other unique values. */
export const nameInvariants = unique.map(([what, table, column, where]) =>
  invariant(
    what,
    `select ${column} || ' names ' || count(*) as what from ${table} where ${where} and ${column} is not null
     group by provider_id, ${column} having count(*) > 1`,
  ),
);
