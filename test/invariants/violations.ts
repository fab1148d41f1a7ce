// What would break the books, for the tests that see the rules bite. The rules are named as in the files beside this.

/** Statements that put copies of rows beside them, with other values in some columns. */
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

/** What a constraint holds: what it is of, what would break it, and the rule that finds it broken. */
export const constraints: { name: string; table: string; breaks: string[]; rule: string; index?: true }[] = [
  {
    name: 'billing_cycle_no_overlap',
    table: 'billing_cycle',
    breaks: copy('billing_cycle', running, shifted(everyTime)),
    rule: 'cycles that are scheduled or running do not overlap',
  },
  {
    name: 'billing_cycle_period',
    table: 'billing_cycle',
    breaks: copy('billing_cycle', running, { status: `'CLOSED'` }),
    rule: 'a period of a subscription has one cycle',
    index: true,
  },
  {
    name: 'invoice_period',
    table: 'invoice',
    breaks: copy('invoice', `status = 'OPEN'`, { number: `'INV-000009'` }),
    rule: 'a period is invoiced once for a kind, void ones aside',
    index: true,
  },
  {
    name: 'invoice_number',
    table: 'invoice',
    breaks: copy('invoice', `status = 'OPEN'`, shifted(['period_start'])),
    rule: 'the numbers of invoices have no gap and none comes twice',
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
    rule: 'a subscription has one open invoice at most of a kind, and can be brought on by paying it',
    index: true,
  },
  {
    name: 'invoice_adds_up',
    table: 'invoice',
    breaks: [`update invoice set amount_paid = total + 1 where status = 'PAID'`],
    rule: 'what an invoice asks, got and gave back adds up',
  },
  {
    name: 'invoice_paid_is_settled',
    table: 'invoice',
    breaks: [`update invoice set amount_due = 5 where status = 'PAID'`],
    rule: 'what an invoice asks, got and gave back adds up',
  },
  {
    name: 'payment_target',
    table: 'payment',
    breaks: copy('payment', `status = 'PENDING'`, { reference: `'other'` }),
    rule: 'one thing is paid for once',
    index: true,
  },
  {
    name: 'payment_reference',
    table: 'payment',
    breaks: copy('payment', `status = 'PENDING'`, { target: `'other'` }),
    rule: 'a payment has a reference of its own',
    index: true,
  },
  {
    name: 'payment_completed_when',
    table: 'payment',
    breaks: [`update payment set status = 'COMPLETED' where status = 'PENDING'`],
    rule: 'an invoice was paid by the payments that name it',
  },
  {
    name: 'payment_amount',
    table: 'payment',
    breaks: [`update payment set refunded_amount = amount + 1 where charge_id is not null`],
    rule: 'a payment was given back as much as its refunds say',
  },
  {
    name: 'charge_ended_when',
    table: 'charge',
    breaks: [`update charge set status = 'PAID' where status = 'PENDING'`],
    rule: 'a charge was paid once, and in full; given back in full it is refunded',
  },
  {
    name: 'charge_installation',
    table: 'charge',
    breaks: copy('charge', 'installation_id is not null', {}),
    rule: 'an installation has one fee',
    index: true,
  },
  {
    name: 'installation_open',
    table: 'installation',
    breaks: copy('installation', 'true', {}),
    rule: 'a subscription has one installation under way',
    index: true,
  },
  {
    name: 'subscription_radius_username',
    table: 'subscription',
    breaks: copy('subscription', running, {}),
    rule: 'the network knows of every user what their subscription says',
    index: true,
  },
  {
    name: 'subscription_in_service_has_credentials',
    table: 'subscription',
    breaks: [`update subscription set radius_username = null where ${running}`],
    rule: 'the network knows of every user what their subscription says',
  },
  {
    name: 'subscriber_email',
    table: 'subscriber',
    breaks: copy('subscriber', `status = 'active'`, { phone: `'+1'` }),
    rule: "an e-mail address is one subscriber's",
    index: true,
  },
  {
    name: 'subscriber_phone',
    table: 'subscriber',
    breaks: copy('subscriber', `status = 'active'`, { email: `'x'` }),
    rule: "a phone number is one subscriber's",
    index: true,
  },
  {
    name: 'subscriber_external_user_id',
    table: 'subscriber',
    breaks: [`update subscriber set external_user_id = 'the same'`],
    rule: "an external user id is one subscriber's",
    index: true,
  },
  {
    name: 'subscriber_held_is_suspended',
    table: 'subscriber',
    breaks: [`update subscriber set held_at = now() where status = 'active'`],
    rule: 'a subscriber is suspended under a hold and where all service is gone, and active otherwise',
  },
  {
    name: 'plan_name',
    table: 'plan',
    breaks: [`update plan set plan_name = 'the same'`],
    rule: 'a plan on offer has a name of its own',
    index: true,
  },
  {
    name: 'idempotency_key_provider_id_key_pk',
    table: 'idempotency_key',
    breaks: [`insert into idempotency_key select * from idempotency_key`],
    rule: 'a key was answered once',
  },
];

/** The tables of billing: what is unique in them, beside their ids, has its rule above or its reason here. */
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
  ...['subscription', 'subscriber', 'plan', 'idempotency_key', 'mail', 'delivery'],
];
export const unruled: Record<string, string> = {
  checkout_token: 'a link that a payer follows is found by its token alone; random, so that none comes twice',
  mail_fact: 'subscribers get one email for each fact; a second one costs no money',
  delivery_event_webhook:
    'it holds within the month of an event; the rule, for all months, is seen to bite below',
};

/** What no constraint can hold: what would break it, past the code that holds it, and the rules that find it broken. */
export const unconstrained: [what: string, breaks: string, rules: string[]][] = [
  [
    'a subscription is moved past its machine',
    `update subscription set status = 'INACTIVE' where ${running}`,
    [
      'a subscription in service has one cycle running, to the end that it shows; any other has none',
      'a subscription has one open invoice at most of a kind, and can be brought on by paying it',
      'the moves of every subscription follow one another up to where it is',
      'events tell the story of every subscription',
      'a subscriber is suspended under a hold and where all service is gone, and active otherwise',
      'the network knows of every user what their subscription says',
    ],
  ],
  [
    'a subscriber is moved past their machine',
    `update subscriber set status = 'active' where status = 'suspended'`,
    [
      'a subscriber is suspended under a hold and where all service is gone, and active otherwise',
      'the moves of every subscriber follow one another up to where it is',
      'events tell the story of every subscriber',
    ],
  ],
  [
    'a cycle lapses and nothing follows it',
    `update billing_cycle set status = case status when 'ACTIVE' then 'OVERDUE' else 'CLOSED' end
     where status in ('ACTIVE', 'SCHEDULED')`,
    [
      'in the days of grace the next cycle is scheduled and not paid',
      'the moves of every billingCycle follow one another up to where it is',
      'an open renewal asks for the cycle that is scheduled',
    ],
  ],
  [
    'a cycle starts later than the one before it ended',
    `update billing_cycle set starts_at = starts_at + interval '1 second' where status = 'SCHEDULED'`,
    [
      'a scheduled cycle follows the one that runs, of a subscription in service',
      'a renewal starts where the cycle before it ended, any other when it was paid',
    ],
  ],
  [
    'a scheduled cycle follows an edit of its plan',
    `update billing_cycle set terms_price = terms_price - 1, expires_at = expires_at + interval '1 day',
       grace_ends_at = grace_ends_at + interval '1 day' where status = 'SCHEDULED'`,
    [
      'a renewal asks for the price of the cycle that it is for; an upgrade alone makes it dearer',
      'a cycle is as long as its invoice says',
    ],
  ],
  [
    'a running cycle has another price than it began at',
    `update billing_cycle set terms_price = terms_price + 1 where ${running}`,
    ['a subscription in service has the price and the speed that its running cycle fixed'],
  ],
  [
    'a running cycle has another speed than it began with',
    `update subscription set terms_speed = '{"downloadSpeedMbps": 7, "uploadSpeedMbps": 7}' where ${running}`,
    [
      'a subscription in service has the price and the speed that its running cycle fixed',
      'the network knows of every user what their subscription says',
    ],
  ],
  [
    'a scheduled cycle is of a plan that was not asked for',
    `update billing_cycle set plan_id = (
       select id from plan p where p.provider_id = billing_cycle.provider_id and p.id <> billing_cycle.plan_id limit 1)
     where status = 'SCHEDULED'`,
    ['a scheduled cycle is of the plan that is queued for it, else of the current one'],
  ],
  [
    'a cycle runs that nobody paid for',
    `update invoice set status = 'VOID', amount_paid = 0, paid_at = null
     where billing_cycle_id = (select id from billing_cycle where ${running})`,
    [
      'a cycle that began was paid for once',
      'money received is what invoices and charges hold, or waits to be given back',
      'the moves of every invoice follow one another up to where it is',
    ],
  ],
  [
    'a cycle is held to be paid for',
    `update billing_cycle set payment_status = 'COMPLETED' where status = 'SCHEDULED'`,
    ['a scheduled cycle is paid when its invoice is'],
  ],
  [
    'money is lost',
    `update payment set invoice_id = null where status = 'COMPLETED'`,
    ['an invoice was paid by the payments that name it'],
  ],
  [
    'an invoice is void while its payment goes on',
    `update invoice set status = 'VOID', amount_due = 0 where status = 'OPEN'`,
    ['a payment that waits is for something that is still owed'],
  ],
  [
    'a payment is moved past its machine',
    `update payment set status = 'FAILED' where status = 'PENDING'`,
    ['the moves of every payment follow one another up to where it is'],
  ],
  [
    'a charge is moved past its machine',
    `update charge set status = 'CANCELLED', cancelled_at = now() where status = 'PENDING'`,
    ['the moves of every charge follow one another up to where it is'],
  ],
  [
    'an installation is moved past its machine',
    `update installation set status = 'ARCHIVED'`,
    [
      'the moves of every installation follow one another up to where it is',
      'events tell the story of every installation',
    ],
  ],
  ['a refund is lost', 'delete from refund', ['a payment was given back as much as its refunds say']],
  [
    'a number is skipped',
    'update provider set last_invoice_number = last_invoice_number + 1',
    ['the numbers of invoices have no gap and none comes twice'],
  ],
  [
    'numbers are given out of order',
    `update invoice set number = 'INV-' || lpad((10 - substr(number, 5)::int)::text, 6, '0');
     update audit_entry set correlation_id = 'the same' where strpos(action || coalesce(affected, ''), 'invoice.create') > 0`,
    ['invoices issued together are numbered in the order of their issue'],
  ],
  [
    'an event is lost',
    `delete from event where type = 'billing.suspended'`,
    ['what happened was told once, and what was told happened'],
  ],
  [
    'an event is told twice',
    copy('event', `type = 'billing.suspended'`, { recorded_at: `recorded_at + interval '1 second'` }).join(
      '; ',
    ),
    ['what happened was told once, and what was told happened'],
  ],
  [
    'an event is told of another time',
    `update event set occurred_at = occurred_at + interval '1 second' where type = 'billing.suspended'`,
    [
      'an event is of the provider, the resource and the time that it says',
      'what happened was told once, and what was told happened',
    ],
  ],
  [
    'something changed before it was made',
    `update audit_entry set created_at = created_at - interval '1 day' where action = 'subscription.start'`,
    [
      'nothing falls due before it happens',
      'the moves of every subscription follow one another up to where it is',
    ],
  ],
  [
    'what was answered is not there',
    `update idempotency_key set resource_id = 'sub_lost'`,
    ['what an answer was given about is there'],
  ],
  [
    'a row is counted twice',
    `update row_count set n = n + 1 where resource = 'subscriber'`,
    ['counted totals are what is there'],
  ],
  [
    'the network lets in whom it should refuse',
    'delete from radius.radusergroup',
    ['the network knows of every user what their subscription says'],
  ],
  [
    'an event goes to a webhook twice',
    `insert into delivery (id, provider_id, webhook_id, event_id, event_type, recorded_at, api_version, priority,
       created_at, updated_at)
     select id, provider_id, webhook_id, event_id, event_type, recorded_at - interval '1 hour', api_version, priority,
       created_at, updated_at from delivery limit 1`,
    [
      'an event goes to a webhook by one delivery',
      'a delivery is of an event, but for a test that holds its own body',
    ],
  ],
  ['a delivery is lost', 'delete from delivery', ['a webhook gets each event that it wants']],
  [
    'a delivery counts as delivered untried',
    'update delivery set next_attempt_at = null, delivered_at = now()',
    ['what was delivered was taken'],
  ],
  [
    'an attempt is not logged',
    'update delivery set attempts = attempts + 1',
    ['attempts are numbered from 1 on, each logged when it has ended'],
  ],
];
