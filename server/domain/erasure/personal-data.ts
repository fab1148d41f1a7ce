import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../work/scope.ts';
import { findInboundEvents } from './erase-inbound.ts';
import { type Owned, readOwned } from './owned.ts';

/** A person, as the tables know one: the subscriber, the rows that belong to it, and the inbound events about it. */
export type Person = Owned & { providerId: string; subscriberId: string; inbound: string[] };

/** Which rows of a table are about a person. */
export type PersonalTable = {
  /** On the columns of the table alone. */
  where: (person: Person) => SQL;
  /** Columns that an export leaves out: secrets. */
  omit?: readonly string[];
  /** Columns with text of JSON, which an export parses. */
  json?: readonly string[];
  /** Set for a table without a column of the provider. */
  isShared?: true;
};

/** Why no row of a table is about one subscriber. */
type OtherTable = { none: string };

const ofSubscriber = ({ subscriberId }: Person) => sql`subscriber_id = ${subscriberId}`;
const isAny = (column: string, ids: readonly string[]) =>
  sql`${sql.identifier(column)} = any(${sql.param(ids)})`;
const ofSubscription = ({ subscriptions }: Person) => isAny('subscription_id', subscriptions);
const ofPayment = ({ payments }: Person) => isAny('payment_id', payments);
const ofResource = ({ all }: Person) => isAny('resource_id', all);
const ofInbound =
  (column: string) =>
  ({ inbound }: Person) =>
    isAny(column, inbound);

/** The rows with the id of a row of another table that belongs to the subscriber. */
const among = (column: string, table: string, key: string) => (person: Person) =>
  sql`${sql.identifier(column)} in (
    select ${sql.identifier(key)} from ${sql.identifier(table)}
    where provider_id = ${person.providerId} and ${ofSubscriber(person)})`;
const ofUser = { where: among('username', 'subscription', 'radius_username'), isShared: true } as const;

const ofStaff = { none: 'of staff' };
const ofPartner = { none: 'of the partner' };
const derived = { none: 'derived, without a person' };
const ofRadius = { none: 'of FreeRADIUS' };

/**
 * Every table, and which of its rows are about a subscriber. The export of a person's data reads exactly these rows. The erasure
 * uses the same conditions for the tables that it changes, and also searches the logs for the name. A test fails for a table that
 * is missing here. Contract: Subscriber.
 */
export const personalData: { readonly [table: string]: PersonalTable | OtherTable } = {
  subscriber: { where: ({ subscriberId }) => sql`id = ${subscriberId}` },
  note: { where: ofSubscriber },
  subscriber_tag: { where: ofSubscriber },
  tag: { where: among('id', 'subscriber_tag', 'tag_id') },
  subscription: { where: ofSubscriber },
  installation: { where: ofSubscription },
  departure: { where: ofSubscriber },
  external_service: { where: ofSubscription },
  mirrored_service: { where: ofSubscription },
  billing_cycle: { where: ofSubscriber },
  renewal_window: { where: ofSubscriber },
  service_period: { where: ofSubscription },
  invoice: { where: ofSubscriber },
  charge: { where: ofSubscriber },
  payment: { where: ofSubscriber, omit: ['checkout_url'] },
  receipt: { where: ofSubscriber },
  refund: { where: ofSubscriber },
  credit: { where: ofSubscriber },
  balance_transaction: { where: ofSubscriber },
  // The token and the address of the gateway open the payment without a sign-in.
  checkout: { where: ofPayment, omit: ['token', 'page_url'] },
  customer_page: { where: ofSubscriber, omit: ['token_hash', 'sealed_token'] },
  prompt: { where: ofPayment, omit: ['token'] },
  gateway_refund: { where: ofPayment },
  mail: { where: ofSubscriber },
  announcement_reader: { where: ofSubscriber },
  announcement: { where: among('id', 'announcement_reader', 'announcement_id') },
  // A notice may name what concerns the person. That of an announcement may have no message, where the person does not want any.
  message_text: {
    where: (person) => sql`(${among('id', 'mail', 'text_id')(person)} or id in (
      select unnest(array[email_text_id, sms_text_id]) from announcement
      where provider_id = ${person.providerId} and ${among('id', 'announcement_reader', 'announcement_id')(person)}))`,
  },
  network_session: { where: ofSubscriber },
  network_usage: { where: ofSubscription },
  network_usage_day: { where: ofSubscription },
  network_session_fact: { where: among('session_id', 'network_session', 'id') },
  network_command: { where: among('session_id', 'network_session', 'id') },
  forged_accounting: { where: ofSubscription },
  pending_accounting: ofUser,
  radacct: { where: among('acctuniqueid', 'network_session', 'acct_unique_id'), isShared: true },
  radpostauth: { ...ofUser, omit: ['pass'] },
  // The password is the value of an attribute.
  radcheck: { ...ofUser, omit: ['value'] },
  radreply: ofUser,
  radusergroup: ofUser,
  event: { where: ofResource, json: ['body'] },
  audit_entry: { where: ofResource, json: ['changes', 'affected'] },
  delivery: { where: (person) => isOfEvent('event_id', person) },
  delivery_attempt: {
    where: (person) => sql`delivery_id in (
      select id from delivery where provider_id = ${person.providerId} and ${isOfEvent('event_id', person)})`,
  },
  inbound_event: { where: ofInbound('id') },
  inbound_body: { where: ofInbound('inbound_event_id') },
  // Answers of other requests contain the data of other people.
  api_request: {
    where: ({ all }) => sql`exists (
      select from unnest(${sql.param(all)}::text[]) o (id) where strpos(concat_ws('?', path, query), o.id) > 0)`,
  },
  idempotency_key: { where: ofResource, omit: ['fingerprint'] },
  job_row: {
    where: ({ all, subscriberId }) => sql`(${isAny('resource_id', all)} or about_id = ${subscriberId})`,
  },

  event_pending: { none: 'ids of events' },
  event_feed: { none: 'ids of events' },
  erasure: { none: 'encrypted names, for some minutes after an erasure' },
  demarcation_point: { none: 'equipment, which the next customer uses' },
  job: { none: 'its rows are about the subscriber' },
  saved_view: ofStaff,
  notification_read: ofStaff,
  notification_digest: ofStaff,
  staff_user: ofStaff,
  staff_session: ofStaff,
  staff_account: ofStaff,
  staff_verification: ofStaff,
  staff_two_factor: ofStaff,
  attempt_window: { none: 'fingerprints of staff and addresses' },
  staff_member: ofStaff,
  staff_invitation: ofStaff,
  organisation: ofPartner,
  organisation_logo: ofPartner,
  provider: ofPartner,
  access_credential: ofPartner,
  gateway_account: ofPartner,
  message_account: ofPartner,
  message_settings: ofPartner,
  plan: ofPartner,
  schedule_d_row: ofPartner,
  webhook: ofPartner,
  integration: ofPartner,
  integration_contact: ofPartner,
  accounting_fault: { none: 'of network servers' },
  unclaimed_accounting: { none: 'of no subscription' },
  mirror: ofPartner,
  outward_key: ofPartner,
  network_server: ofPartner,
  former_network_server: ofPartner,
  event_feed_head: derived,
  list_anchor: derived,
  row_count: derived,
  service_total: derived,
  month_figures: derived,
  traffic: derived,
  network_listening: derived,
  job_tick: derived,
  radgroupcheck: ofRadius,
  radgroupreply: ofRadius,
  nas: ofRadius,
  nasreload: ofRadius,
};

function isOfEvent(column: string, person: Person): SQL {
  return sql`${sql.identifier(column)} in (
    select id from event where provider_id = ${person.providerId} and ${ofResource(person)})`;
}

/** Reads what identifies the rows of a subscriber. Customers are the ids that external systems have had for the person. */
export async function readPerson(scope: Scope, subscriberId: string, customers: string[]): Promise<Person> {
  const owned = await readOwned(scope, subscriberId);
  const inbound = await findInboundEvents(scope, { subscriptions: owned.subscriptions, customers });
  return { ...owned, providerId: scope.providerId, subscriberId, inbound };
}

/** The condition of the rows of a table that are about a person, with the provider. */
export function rowsAbout(person: Person, table: string): SQL {
  const found = personalData[table];
  if (!found || 'none' in found) throw new Error(`${table} has no rows about a subscriber`);
  const where = found.where(person);
  return found.isShared ? where : sql`provider_id = ${person.providerId} and ${where}`;
}
