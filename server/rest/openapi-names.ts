import { eventEntry, eventTypes } from '../contract/event-catalogue.ts';
import type { Route } from './routes.ts';

/** The tags in the order in which an integrator reads them, by their heading. */
export const tagGroups: { name: string; tags: string[] }[] = [
  { name: 'Account', tags: ['provider', 'schedule-d', 'test-clock'] },
  {
    name: 'Customers and service',
    tags: ['subscribers', 'demarcation-points', 'plans', 'subscriptions', 'installations'],
  },
  { name: 'Money', tags: ['invoices', 'payments', 'receipts', 'refunds', 'charges'] },
  { name: 'Messages', tags: ['messages'] },
  { name: 'Events and requests', tags: ['events', 'webhooks', 'requests', 'audit-entries'] },
  { name: 'Network and other systems', tags: ['network-sessions', 'integrations'] },
  { name: 'This document', tags: ['document'] },
];

/** The groups of operations, with descriptions. */
const tagTexts: Record<string, string> = {
  provider: 'Your account.',
  'schedule-d': 'Schedule D: the lowest allowed prices of plans, by type, currency and download speed.',
  subscribers: 'Your customers.',
  'demarcation-points': 'Places where the network ends at the customer.',
  plans: 'Priced internet packages.',
  subscriptions: 'A subscriber on a plan at a demarcation point, billed on its own cycle.',
  installations: 'The visit that connects a subscriber, with its fee and time window.',
  charges: 'One-time amounts due from a subscriber.',
  payments: 'Money received from subscribers, on a rail.',
  receipts: 'Money that customers sent to a number of yours on their own.',
  refunds: 'Money returned for payments.',
  messages: 'Emails and SMS to subscribers, with what became of each.',
  invoices: 'Invoices of subscriptions. Billing issues them; the API does not write them.',
  events: `Facts, in the envelope in which they are delivered to webhooks.\n\n${eventTable()}`,
  webhooks: 'Endpoints that receive events, and the deliveries to them.',
  requests: 'Your calls of this API, for 30 days: to find out why a call failed.',
  'audit-entries': 'Who changed what: people, API keys, integrations, and what time brings about.',
  integrations: 'Connections to external systems, and the events received from them.',
  'network-sessions': 'RADIUS sessions, from accounting.',
  'test-clock': 'The clock of a sandbox account, which can be moved forward.',
  document: 'This document.',
};

/** The tags with their descriptions, in the order of their groups. */
export const tags: Record<string, string> = Object.fromEntries(
  tagGroups.flatMap((group) => group.tags.map((tag) => [tag, tagTexts[tag] ?? ''])),
);

/** The event catalogue as a Markdown table. */
function eventTable(): string {
  const rows = eventTypes.map((type) => {
    const { object, when } = eventEntry(type);
    return `| \`${type}\` | \`${object}\` | ${when} |`;
  });
  return ['| `type` | `data.object` | When |', '|---|---|---|', ...rows].join('\n');
}

/** The operation's name in generated clients, such as `createPlan` for `plan.create`. */
export function operationId({ name, method, path, isList }: Route): string {
  const [resource = '', action = ''] = name.split('.');
  const noun = capitalised(resource);
  if (action === 'list') return `list${plural(noun)}`;
  if (method === 'GET' && action !== 'get') {
    // Lists of a nested collection (`subscription.cycles`) or of another resource (`provider.scheduleD`).
    const owner = path.includes('{') ? noun : '';
    return `${isList ? 'list' : 'get'}${owner}${capitalised(action)}`;
  }
  const [, verb = action, object = ''] = /^([a-z]+)(.*)$/.exec(action) ?? [];
  return `${verb}${noun}${object}`;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function plural(noun: string): string {
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** The resource that `{id}` in a path identifies: `demarcationPoint` for `/v1/demarcation-points/{id}`. */
export function ownerOf({ path }: Pick<Route, 'path'>): string {
  const [collection = ''] = path.split('/').slice(2);
  return collection.replace(/s$/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A camel-case name with spaces: `demarcation point` for `demarcationPoint`. */
export function spacedName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export const description = `Billing and provisioning for internet providers.

**Credentials.** Every call carries \`X-Access-Id\` and \`X-Access-Secret\`, both of them, in headers.

**Envelope.** Every answer is one JSON object with \`success\` and \`correlationId\`: \`data\` (and \`meta\` for lists) where it
succeeded; \`error\`, \`rejectionReasons\` and sometimes \`errorCode\` and \`details\` where it did not. Branch on
\`rejectionReasons[].code\` and \`errorCode\`; the sentences may change.

**Values.** Times are ISO 8601 in UTC with milliseconds. Money is a number in major units of its currency, with no more
digits than the currency has. Strings are trimmed. A key or a parameter that an operation does not take is refused.

**Retries.** Give every POST, PUT, PATCH and DELETE an \`Idempotency-Key\`: the same request again is then answered with the
first answer, and changes nothing. After 429 and 503 wait for \`Retry-After\`.

**Dry runs.** With \`Dry-Run: true\` a POST, PUT, PATCH or DELETE runs in full and is rolled back; \`meta.dryRun\` lists the
events it would have announced.`;
