// Violations of invariants, for the test that checks that each is found. The names are those of the other files.

/** Statements that insert copies of rows with other values in some columns. */
function copy(table: string, where: string, set: Record<string, string>): string[] {
  const changes = Object.entries({ id: `id || 'x'`, ...set }).map(
    ([column, value]) => `${column} = ${value}`,
  );
  return [
    `create temp table copied on commit drop as select * from ${table} where ${where}`,
    `update copied set ${changes.join(', ')}`,
    `insert into ${table} select * from copied`,
  ];
}

const shifted = (columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, `${column} + interval '1 day'`]));
const running = `status = 'ACTIVE'`;
const everyTime = ['starts_at', 'expires_at', 'grace_ends_at'];

/** Each constraint with its table, statements that violate it and the invariant that finds the violation. */
export const constraints: {
  name: string;
  table: string;
  breaks: string[];
  invariant: string;
  index?: true;
}[] = [
  {
    name: 'billing_cycle_no_overlap',
    table: 'billing_cycle',
    breaks: copy('billing_cycle', running, shifted(everyTime)),
    invariant: 'cycles that are scheduled or running do not overlap',
  },
  {
    name: 'billing_cycle_period',
    table: 'billing_cycle',
    breaks: copy('billing_cycle', running, { status: `'CLOSED'` }),
    invariant: 'a period of a subscription has one cycle',
    index: true,
  },
  {
    name: 'invoice_period',
    table: 'invoice',
    breaks: copy('invoice', `status = 'OPEN'`, { number: `'INV-000009'` }),
    invariant: 'a period has one invoice of a kind that is not VOID',
    index: true,
  },
  {
    name: 'invoice_number',
    table: 'invoice',
    breaks: copy('invoice', `status = 'OPEN'`, shifted(['period_start'])),
    invariant: 'invoice numbers have no gap and no repeat',
    index: true,
  },
  {
    name: 'invoice_upgrade',
    table: 'invoice',
    breaks: [
      ...copy('invoice', `status = 'OPEN'`, { kind: `'UPGRADE'`, number: `'INV-000009'` }),
      `update copied set id = id || 'x', number = 'INV-000010', period_start = period_start + interval '1 day'`,
      'insert into invoice select * from copied',
    ],
    invariant: 'a subscription has at most one open invoice of a kind, which fits its status',
    index: true,
  },
  {
    name: 'invoice_adds_up',
    table: 'invoice',
    breaks: [`update invoice set amount_paid = total + 1 where status = 'PAID'`],
    invariant: 'the amounts of an invoice add up',
  },
  {
    name: 'invoice_paid_is_settled',
    table: 'invoice',
    breaks: [`update invoice set amount_due = 5 where status = 'PAID'`],
    invariant: 'the amounts of an invoice add up',
  },
  {
    name: 'payment_target',
    table: 'payment',
    breaks: copy('payment', `status = 'PENDING'`, { reference: `'other'` }),
    invariant: 'a target has at most one payment that is pending or completed',
    index: true,
  },
  {
    name: 'payment_reference',
    table: 'payment',
    breaks: copy('payment', `status = 'PENDING'`, { target: `'other'` }),
    invariant: 'the reference of a payment is unique',
    index: true,
  },
  {
    name: 'payment_completed_when',
    table: 'payment',
    breaks: [`update payment set status = 'COMPLETED' where status = 'PENDING'`],
    invariant: 'the paid and refunded amounts of an invoice are those of its payments and settlements',
  },
  {
    name: 'payment_amount',
    table: 'payment',
    breaks: [`update payment set refunded_amount = amount + 1 where charge_id is not null`],
    invariant:
      'the refunded amount of a payment is the sum of its refunds, and of late money that its gateway returned',
  },
  {
    name: 'payment_credited',
    table: 'payment',
    breaks: [`update payment set credited_amount = -5 where charge_id is not null`],
    invariant: 'payments on account and kept, and adjustments, equal settlements, their refunds and credit',
  },
  {
    name: 'credit_not_negative',
    table: 'credit',
    breaks: ['update credit set balance = -1'],
    invariant: 'the credit of a subscriber is the sum of its balance transactions, and not negative',
  },
  {
    name: 'balance_transaction_amount',
    table: 'balance_transaction',
    breaks: ['update balance_transaction set ending_balance = -1'],
    invariant: 'each balance transaction begins where the one before ended',
  },
  {
    name: 'balance_transaction_type_known',
    table: 'balance_transaction',
    breaks: [`update balance_transaction set type = 'OTHER'`],
    invariant: 'payments on account and kept, and adjustments, equal settlements, their refunds and credit',
  },
  {
    name: 'charge_ended_when',
    table: 'charge',
    breaks: [`update charge set status = 'PAID' where status = 'PENDING'`],
    invariant:
      'a paid charge is paid once in full, by a payment and credit, and is REFUNDED if that is refunded in full',
  },
  {
    name: 'charge_installation',
    table: 'charge',
    breaks: copy('charge', 'installation_id is not null', {}),
    invariant: 'an installation has one fee',
    index: true,
  },
  {
    name: 'installation_open',
    table: 'installation',
    breaks: copy('installation', 'true', {}),
    invariant: 'a subscription has one open installation',
    index: true,
  },
  {
    name: 'subscription_radius_username',
    table: 'subscription',
    breaks: copy('subscription', running, {}),
    invariant: 'the RADIUS rows of each user follow from the subscription',
    index: true,
  },
  {
    name: 'subscription_in_service_has_credentials',
    table: 'subscription',
    breaks: [`update subscription set radius_username = null where ${running}`],
    invariant: 'the RADIUS rows of each user follow from the subscription',
  },
  {
    name: 'subscriber_email',
    table: 'subscriber',
    breaks: copy('subscriber', `status = 'active'`, { phone: `'+1'`, account_number: `'48201750'` }),
    invariant: 'an email address belongs to one subscriber',
    index: true,
  },
  {
    name: 'subscriber_phone',
    table: 'subscriber',
    breaks: copy('subscriber', `status = 'active'`, { email: `'x'`, account_number: `'48201750'` }),
    invariant: 'a phone number belongs to one subscriber',
    index: true,
  },
  {
    name: 'subscriber_account_number',
    table: 'subscriber',
    breaks: [`update subscriber set account_number = '48201750'`],
    invariant: 'an account number belongs to one subscriber',
    index: true,
  },
  {
    name: 'subscriber_account_number_digits',
    table: 'subscriber',
    breaks: [`update subscriber set account_number = '00000000' where status = 'active'`],
    invariant: 'the last digit of an account number is the Luhn check digit of the others',
  },
  {
    name: 'subscriber_external_user_id',
    table: 'subscriber',
    breaks: [`update subscriber set external_user_id = 'the same'`],
    invariant: 'an external user id belongs to one subscriber',
    index: true,
  },
  {
    name: 'subscriber_held_is_suspended',
    table: 'subscriber',
    breaks: [`update subscriber set held_at = now() where status = 'active'`],
    invariant: 'a subscriber is suspended under a hold or after all service ended, and active otherwise',
  },
  {
    name: 'plan_name',
    table: 'plan',
    breaks: [`update plan set plan_name = 'the same'`],
    invariant: 'the name of a plan that is not deleted is unique',
    index: true,
  },
  {
    name: 'billing_cycle_order',
    table: 'billing_cycle',
    breaks: [`update billing_cycle set grace_ends_at = expires_at - interval '1 second' where ${running}`],
    invariant: 'a cycle ends after its start, and its grace not before its end',
  },
  ...(
    [
      ['charge_amount', 'charge', `update charge set amount = 0 where status = 'PENDING'`],
      ['refund_amount', 'refund', 'update refund set amount = 0'],
      [
        'gateway_refund_amount',
        'gateway_refund',
        `insert into gateway_refund (provider_id, id, payment_id, amount, currency, created_at, updated_at)
         select provider_id, id, payment_id, 0, currency, now(), now() from refund`,
      ],
      ['plan_price', 'plan', 'update plan set price_amount = -1'],
      ['subscription_price_override', 'subscription', 'update subscription set price_override = -1'],
    ] as const
  ).map(([name, table, statement]) => ({
    ...{ name, table, breaks: [statement] },
    invariant: 'charges and refunds have positive amounts, prices are not negative',
  })),
  ...(
    [
      ['plan_cycle', 'update plan set billing_cycle_days = 0'],
      ['plan_status_shown', 'update plan set is_active = false'],
    ] as const
  ).map(([name, statement]) => ({
    ...{ name, table: 'plan', breaks: [statement] },
    invariant:
      'a plan has a cycle of 1 to 366 days and a grace of 0 to 90, and is active until it is deleted',
  })),
  ...(
    [
      ['installation_fee', 'update installation set fee_amount = 0'],
      ['installation_fee_is_charged', 'update installation set charge_id = null'],
      ['installation_waits_for_a_fee', 'update installation set free = true'],
    ] as const
  ).map(([name, statement]) => ({
    ...{ name, table: 'installation', breaks: [statement] },
    invariant: 'the fee of an installation is free or charged, and only a fee is waited for',
  })),
  {
    name: 'installation_activated_when',
    table: 'installation',
    breaks: [`update installation set status = 'ACTIVATED'`],
    invariant: 'an activated installation has its instant',
  },
  {
    name: 'subscriber_erased_is_terminated',
    table: 'subscriber',
    breaks: [`update subscriber set erased_at = now() where status <> 'terminated'`],
    invariant: 'an erased subscriber is terminated',
  },
  {
    name: 'subscription_upgrade_is_held',
    table: 'subscription',
    breaks: [`update subscription set upgrade_amount = 1 where ${running}`],
    invariant:
      'an upgrade hold has its plan, end, amount and price, and no other subscription has one of them',
  },
  {
    name: 'subscription_pending_has_its_time',
    table: 'subscription',
    breaks: [`update subscription set next_plan_at = expires_at where ${running}`],
    invariant: 'what is pending has the instant at which it applies',
  },
  {
    name: 'idempotency_key_provider_id_key_pk',
    table: 'idempotency_key',
    breaks: [`insert into idempotency_key select * from idempotency_key`],
    invariant: 'an idempotency key has one answer',
  },
];

/** The billing tables. Each of their constraints and unique indexes has its invariant above or its reason below. */
export const billingTables = [
  ...[
    'billing_cycle',
    'invoice',
    'payment',
    'checkout',
    'refund',
    'gateway_refund',
    'charge',
    'installation',
  ],
  ...['credit', 'balance_transaction'],
  ...['subscription', 'subscriber', 'plan', 'idempotency_key', 'mail', 'delivery'],
];
export const withoutInvariant: Record<string, string> = {
  checkout_page: 'the id and the address of a page are written by one statement',
  gateway_refund_over: 'a refund that was submitted and is due again does no harm: its key is the same',
  checkout_token: 'the tokens of payment links are random',
  mail_one_reader: 'an email without a reader cannot be sent',
  mail_sms_to_subscriber: 'an SMS without a subscriber has no number, and is not sent',
  mail_queued_is_due: 'tests of the queue find an email that is never due',
  mail_sent_when: 'the instant is written with the status',
  delivery_lease: 'tests of the dispatcher find a lease without an attempt',
  delivery_pending_or_delivered:
    'a delivered delivery that is due again is an attempt too many, as at-least-once allows',
  mail_fact: 'a second email about one fact does no harm',
  delivery_event_webhook: 'it is unique within a partition; the invariant for all partitions is below',
};

/** Violations that no constraint prevents, and the invariants that find them. */
export const unconstrained: [what: string, breaks: string, invariants: string[]][] = [
  [
    'a subscription gets a status without its machine',
    `update subscription set status = 'INACTIVE' where ${running}`,
    [
      'a subscription in service has one running cycle with the same end, any other has none',
      'a subscription has at most one open invoice of a kind, which fits its status',
      'the moves of each subscription form a chain to its status',
      'the events of each subscription form a chain to its status',
      'a subscriber is suspended under a hold or after all service ended, and active otherwise',
      'the RADIUS rows of each user follow from the subscription',
    ],
  ],
  [
    'a subscriber gets a status without the machine',
    `update subscriber set status = 'active' where status = 'suspended'`,
    [
      'a subscriber is suspended under a hold or after all service ended, and active otherwise',
      'the moves of each subscriber form a chain to its status',
      'the events of each subscriber form a chain to its status',
    ],
  ],
  [
    'a running cycle loses its renewal',
    `update billing_cycle set status = 'CLOSED' where status = 'SCHEDULED'`,
    [
      'a running cycle has its renewal or a window for it, unless its service is to end; only such a cycle has a window',
    ],
  ],
  [
    'a renewed cycle keeps its renewal window',
    `insert into renewal_window (provider_id, id, subscription_id, subscriber_id, opens_at)
     select provider_id, id, subscription_id, subscriber_id, expires_at - interval '3 days' from billing_cycle
     where ${running}`,
    [
      'a running cycle has its renewal or a window for it, unless its service is to end; only such a cycle has a window',
    ],
  ],
  [
    'an overdue cycle has no scheduled cycle after it',
    `update billing_cycle set status = case status when 'ACTIVE' then 'OVERDUE' else 'CLOSED' end
     where status in ('ACTIVE', 'SCHEDULED')`,
    [
      'an overdue cycle is followed by an unpaid scheduled cycle',
      'the moves of each billingCycle form a chain to its status',
      'an open renewal belongs to the scheduled cycle',
    ],
  ],
  [
    'a scheduled cycle starts after the end of the running one',
    `update billing_cycle set starts_at = starts_at + interval '1 second' where status = 'SCHEDULED'`,
    [
      'a scheduled cycle starts where a running cycle ends',
      'a renewed cycle starts at the end of the last one, any other when it is paid',
    ],
  ],
  [
    'a scheduled cycle has other terms than its invoice',
    `update billing_cycle set terms_price = terms_price - 1, expires_at = expires_at + interval '1 day',
       grace_ends_at = grace_ends_at + interval '1 day' where status = 'SCHEDULED'`,
    [
      'a renewal has the price of its cycle, which only an upgrade raises',
      'a cycle ends with the period of its invoice',
    ],
  ],
  [
    'a running service period has another MRR than its subscription',
    `update service_period set mrr = mrr + 1 where ends_at is null`,
    [
      'a subscription in service has one running service period with its MRR, any other has none',
      'the totals of what is in service are those of the running service periods',
    ],
  ],
  [
    'a session is missing in the number of ended ones',
    `insert into row_count (provider_id, resource, shard, n) select id, 'network_session ended', 40, 1 from provider`,
    ['the stored number of ended sessions is that of the sessions'],
  ],
  [
    'octets of a session are counted on no day',
    `insert into network_session (
       id, provider_id, subscription_id, subscriber_id, username, acct_unique_id, started_at, counted_octets, created_at, updated_at
     )
     select 'sess_1', provider_id, id, subscriber_id, radius_username, 'unique', now(), 5, now(), now()
     from subscription where ${running} limit 1`,
    ['the days of usage of a subscription add up to the counted octets of its sessions'],
  ],
  [
    'a service period does not say that service ended with it',
    `update service_period set ends = false where ends`,
    [
      'the service periods of a subscription follow each other, and service begins and ends where they do not touch',
    ],
  ],
  [
    'a running cycle has another price than its subscription',
    `update billing_cycle set terms_price = terms_price + 1 where ${running}`,
    ['a subscription in service has the price and speed of its running cycle'],
  ],
  [
    'a subscription has another speed than its running cycle',
    `update subscription set terms_speed = '{"downloadSpeedMbps": 7, "uploadSpeedMbps": 7}' where ${running}`,
    [
      'a subscription in service has the price and speed of its running cycle',
      'the RADIUS rows of each user follow from the subscription',
    ],
  ],
  [
    'a scheduled cycle has a plan that is neither pending nor current',
    `update billing_cycle set plan_id = (
       select id from plan p where p.provider_id = billing_cycle.provider_id and p.id <> billing_cycle.plan_id limit 1)
     where status = 'SCHEDULED'`,
    ['a scheduled cycle has the pending plan, or else the current one'],
  ],
  [
    'the invoice of a running cycle is VOID',
    `update invoice set status = 'VOID', amount_paid = 0, paid_at = null
     where billing_cycle_id = (select id from billing_cycle where ${running})`,
    [
      'a cycle that has started has one paid invoice',
      'received money equals paid invoices and charges plus credit and money that is due for refund',
      'the moves of each invoice form a chain to its status',
    ],
  ],
  [
    'a scheduled cycle is paid and its invoice is not',
    `update billing_cycle set payment_status = 'COMPLETED' where status = 'SCHEDULED'`,
    ['a scheduled cycle is paid exactly if its invoice is'],
  ],
  [
    'a completed payment has no invoice',
    `update payment set invoice_id = null where status = 'COMPLETED'`,
    ['the paid and refunded amounts of an invoice are those of its payments and settlements'],
  ],
  [
    'an invoice with a pending payment is VOID',
    `update invoice set status = 'VOID', amount_due = 0 where status = 'OPEN'`,
    ['a pending payment has a target that is still due'],
  ],
  [
    'a payment gets a status without its machine',
    `update payment set status = 'FAILED' where status = 'PENDING'`,
    ['the moves of each payment form a chain to its status'],
  ],
  [
    'a charge gets a status without its machine',
    `update charge set status = 'CANCELLED', cancelled_at = now() where status = 'PENDING'`,
    ['the moves of each charge form a chain to its status'],
  ],
  [
    'an installation gets a status without its machine',
    `update installation set status = 'ARCHIVED'`,
    [
      'the moves of each installation form a chain to its status',
      'the events of each installation form a chain to its status',
    ],
  ],
  [
    'a balance transaction is missing',
    'delete from balance_transaction',
    [
      'the credit of a subscriber is the sum of its balance transactions, and not negative',
      'payments on account and kept, and adjustments, equal settlements, their refunds and credit',
    ],
  ],
  [
    'a refund is missing',
    'delete from refund',
    [
      'the refunded amount of a payment is the sum of its refunds, and of late money that its gateway returned',
    ],
  ],
  [
    'an invoice number is skipped',
    'update provider set last_invoice_number = last_invoice_number + 1',
    ['invoice numbers have no gap and no repeat'],
  ],
  [
    'invoice numbers are out of order',
    `update invoice set number = 'INV-' || lpad((10 - substr(number, 5)::int)::text, 6, '0');
     update audit_entry set correlation_id = 'the same' where strpos(action || coalesce(affected, ''), 'invoice.create') > 0`,
    ['invoices of one transaction are numbered in order of issue'],
  ],
  [
    'an event is missing',
    `delete from event where type = 'billing.suspended'`,
    ['each announced change has one event, and each event its change'],
  ],
  [
    'an event exists twice',
    copy('event', `type = 'billing.suspended'`, { recorded_at: `recorded_at + interval '1 second'` }).join(
      '; ',
    ),
    ['each announced change has one event, and each event its change'],
  ],
  [
    'an event has another time',
    `update event set occurred_at = occurred_at + interval '1 second' where type = 'billing.suspended'`,
    [
      'the columns of an event equal its body',
      'each announced change has one event, and each event its change',
    ],
  ],
  [
    'an event occurred before an earlier one',
    `update event set occurred_at = occurred_at - interval '1 year' where type = 'billing.suspended'`,
    ['the greater id of two events of a resource is that of the later event'],
  ],
  [
    'the events of a change show different states',
    `update event set type = 'subscription.plan_change_applied', correlation_id = 'the same', occurred_at = now()
     where type in ('subscription.created', 'subscription.updated')`,
    ['the events of a change of terms show one state'],
  ],
  [
    'an event has another status before than the event before it shows',
    `update event set body = replace(body, '"previous":{"status":"PENDING"', '"previous":{"status":"INACTIVE"')
     where type = 'subscription.updated'`,
    ['what an event had before is what the event before it shows'],
  ],
  [
    'a resource changes before its creation',
    `update audit_entry set created_at = created_at - interval '1 day' where action = 'subscription.start'`,
    ['no resource changes before its creation', 'the moves of each subscription form a chain to its status'],
  ],
  [
    'the resource of a stored answer is missing',
    `update idempotency_key set resource_id = 'sub_lost'`,
    ['the resource of a stored answer exists'],
  ],
  [
    'an email was created before one with a lower id',
    `update mail set created_at = created_at - interval '10 years' where id in (select max(id) from mail group by provider_id)`,
    ['ids of events and emails are in the order of their creation'],
  ],
  [
    'a row is counted twice',
    `update row_count set n = n + 1 where resource = 'subscriber'`,
    ['counted totals equal the number of rows'],
  ],
  [
    'an active subscription is counted twice',
    `update row_count set n = n + 1 where resource = 'subscription ACTIVE'`,
    ['counted totals of each status equal the number of rows'],
  ],
  [
    'a suspended user is not in the suspended group',
    'delete from radius.radusergroup',
    ['the RADIUS rows of each user follow from the subscription'],
  ],
  [
    'an event has two deliveries to a webhook',
    `insert into delivery (id, provider_id, webhook_id, event_id, event_type, recorded_at, api_version,
       created_at, updated_at)
     select id, provider_id, webhook_id, event_id, event_type, recorded_at - interval '1 hour', api_version,
       created_at, updated_at from delivery limit 1`,
    ['an event has one delivery per webhook', 'a delivery has an event, unless it is a test'],
  ],
  [
    'a delivery is missing',
    'delete from delivery',
    ['a webhook has a delivery of each event that it subscribes to'],
  ],
  [
    'a delivered delivery has no attempt',
    'update delivery set next_attempt_at = null, delivered_at = now()',
    ['a delivered delivery has a successful attempt'],
  ],
  [
    'an attempt is not logged',
    'update delivery set attempts = attempts + 1',
    ['attempts are numbered from 1, and each finished attempt is logged'],
  ],
];
