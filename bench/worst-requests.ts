import { type Ids, LAST_NAME, page, rest, type Target, type Wire } from './stall-target.ts';

/** A request that once took the event loop, or might, with others at the same time where it takes many. */
export type Attack = { name: string; requests: Wire[] };

const MARKS = '\u0301\u0323';
const marks = (n: number) => `a${MARKS.repeat(n / 2)}`;
const keys = (n: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, value]));
const many = <T>(n: number, value: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => value(i));
const encoded = (input: unknown) => encodeURIComponent(JSON.stringify(input));

/** Characters that patterns and parsers stumble over, as texts of a length. */
const runs = (length: number): [string, string][] => [
  ['tabs, commas and semicolons', '\t,;'.repeat(length / 3)],
  ['tabs', `x${'\t'.repeat(length - 2)}x`],
  ['blanks', `x${' '.repeat(length - 2)}x`],
  ['commas', ','.repeat(length)],
  ['pairs', 'a=;'.repeat(length / 3)],
  ['slashes', '/'.repeat(length)],
  ['quotes', '"\\'.repeat(length / 2)],
  ['digits', '1'.repeat(length)],
  ['dashes', '-'.repeat(length)],
  ['colons', `://${':'.repeat(length - 3)}`],
  ['brackets', '[{('.repeat(length / 3)],
];

/** Finds the events with long metadata that the account has. */
const LONG_EVENTS = 'type=subscription.updated';

/** Headers that the server or one of its libraries reads. */
const headers = [
  ...[
    'cookie',
    'x-forwarded-for',
    'forwarded',
    'x-forwarded-host',
    'x-forwarded-proto',
    'accept-language',
    'accept',
  ],
  ...[
    'accept-encoding',
    'content-type',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'if-modified-since',
    'origin',
  ],
  ...[
    'user-agent',
    'authorization',
    'x-correlation-id',
    'x-access-id',
    'dry-run',
    'referer',
    'range',
    'traceparent',
  ],
  ...[
    'tracestate',
    'x-webhook-signature',
    'x-splynx-signature',
    'stripe-signature',
    'cache-control',
    'upgrade',
    'te',
  ],
  ...[
    'next-router-state-tree',
    'next-action',
    'next-url',
    'rsc',
    'x-invoke-path',
    'trpc-accept',
    'trpc-batch-mode',
  ],
];

const withHeader = (wire: Wire, name: string, value: string): Wire => ({
  ...wire,
  headers: {
    ...wire.headers,
    [name]: name === 'cookie' ? `${wire.headers.cookie ?? 'a=b'}; ${value}` : value,
  },
});

/** What each class of routes is sent with hostile headers and with long paths and queries. */
export function doorsOf(t: Target, ids: Ids): [string, Wire][] {
  const auth = (path: string, body: object) => page(t, 'POST', `/api/auth${path}`, JSON.stringify(body));
  return [
    ['list under /v1', rest(t, 'GET', '/v1/subscribers')],
    ['write under /v1', rest(t, 'POST', '/v1/subscribers', { firstName: 'Ada' })],
    ['unknown path', rest(t, 'GET', '/v1/nothing')],
    ['receiver', rest(t, 'POST', `/v1/integrations/${ids.native}/webhooks`, { event: 'a', data: {} })],
    ['hook', { method: 'POST', path: `/hooks/splynx/${ids.splynx}`, headers: {}, body: 'type=event' }],
    ['portal call', page(t, 'GET', `/api/trpc/job.get?input=${encoded({ id: ids.job })}`)],
    ['portal write', page(t, 'POST', '/api/trpc/job.stop', '{"id":"job_1"}')],
    ['sign-in', auth('/sign-in/email', { email: 'a@example.com', password: 'walnut harbour' })],
    ['upload', page(t, 'POST', '/api/imports/plans', 'a,b\n1,2', 'text/csv')],
    ['export', page(t, 'GET', '/api/export/subscriptions')],
    ['rejects', page(t, 'GET', `/api/rejects/${ids.job}`)],
    ['PDF', page(t, 'GET', `/api/invoices/${ids.invoice}/pdf`)],
    ['payer', { method: 'GET', path: '/pay/unknown', headers: {} }],
    ['Stripe', { method: 'POST', path: '/api/stripe/webhook', headers: {}, body: '{}' }],
  ];
}

/** Pages, which a server without a build does not have. */
export function pageDoorsOf(t: Target): [string, Wire][] {
  return [
    ['page', page(t, 'GET', '/subscribers')],
    ['document', page(t, 'GET', '/docs/contract')],
    ['sign-in page', { method: 'GET', path: '/login', headers: {} }],
    ['static file', { method: 'GET', path: '/favicon.svg', headers: {} }],
    ['image', { method: 'GET', path: '/_next/image?url=%2Ffavicon.svg&w=3840&q=100', headers: {} }],
    ['post to a page', page(t, 'POST', '/login', '--b\r\n\r\n--b--', 'multipart/form-data; boundary=b')],
  ];
}

/** The longest header that handlers get, and the longest query that Node takes, in characters. */
const HEADER = 4_000;
const QUERY = 13_000;

/** Every class of routes with each hostile header, and with a long path and query. */
export function throughDoors(opened: [string, Wire][]): Attack[] {
  return opened.flatMap(([door, wire]) => [
    ...headers.flatMap((name) =>
      runs(name === 'cookie' ? 2 * HEADER : HEADER).map(([what, value]) => ({
        name: `${door}: ${name} of ${what}`,
        requests: [withHeader(wire, name, value)],
      })),
    ),
    ...runs(QUERY).map(([what, value]) => {
      const sign = wire.path.includes('?') ? '&' : '?';
      return {
        name: `${door}: query of ${what}`,
        requests: [{ ...wire, path: `${wire.path}${sign}q=${encodeURIComponent(value).slice(0, QUERY)}` }],
      };
    }),
    {
      name: `${door}: 2,000 parameters`,
      requests: [{ ...wire, path: `${wire.path}?${many(2_000, (i) => `p${i}`).join('&')}` }],
    },
    {
      name: `${door}: 3,500 equal parameters`,
      requests: [{ ...wire, path: `${wire.path}?${many(3_500, () => 'a').join('&')}` }],
    },
    {
      name: `${door}: 1,100 parameters of metadata`,
      requests: [
        { ...wire, path: `${wire.path}?${many(1_100, (i) => `metadata[${i.toString(36)}]`).join('&')}` },
      ],
    },
    {
      name: `${door}: 1,000 cookies`,
      requests: [withHeader(wire, 'cookie', many(1_000, (i) => `c${i}=`).join('; '))],
    },
    {
      name: `${door}: 1,500 headers`,
      requests: [{ ...wire, headers: { ...wire.headers, ...(keys(1_500, '1') as Record<string, string>) } }],
    },
  ]);
}

/** The worst bodies and queries of the API. */
function ofApi(t: Target, ids: Ids): Attack[] {
  const one = (
    name: string,
    ...wire: Parameters<typeof rest> extends [Target, ...infer R] ? R : never
  ): Attack => ({
    name,
    requests: [rest(t, ...wire)],
  });
  const texts: [string, string][] = [
    ['80,000 combining marks', marks(80_000)],
    ['900,000 blanks', `${' '.repeat(900_000)}`],
    ['900,000 blanks inside', `x${' '.repeat(900_000)}x`],
    ['300,000 invisible characters', `${'\u200b'.repeat(300_000)}x`],
    ['300,000 invisible characters behind', `x${'\u200b'.repeat(300_000)}`],
    ['900,000 tabs', `x${'\t'.repeat(400_000)}x`],
    ['900,000 digits', `+${'1'.repeat(900_000)}`],
    ['900,000 at signs', '@'.repeat(900_000)],
    ['900,000 dots', 'a.'.repeat(450_000)],
    ['lone surrogates', '\ud800'.repeat(150_000)],
    ['NUL', '\u0000'.repeat(150_000)],
  ];
  const fields = ['firstName', 'email', 'phone', 'country'];
  return [
    ...texts.flatMap(([what, text]) =>
      fields.map((field) =>
        one(`subscriber with ${field} of ${what}`, 'POST', '/v1/subscribers', { [field]: text }),
      ),
    ),
    ...texts
      // Several fields of one body, which has at most 1 MiB.
      .map(([what, text]) => [what, text.slice(0, text.length / 8)] as const)
      .flatMap(([what, text]) => [
        one(`plan with name of ${what}`, 'POST', '/v1/plans', {
          planName: text,
          priceAmount: text,
          planType: text,
        }),
        one(`charge with ${what}`, 'POST', `/v1/subscribers/${ids.subscriber}/charges`, {
          description: text,
          amount: text,
        }),
        one(`webhook with ${what}`, 'POST', '/v1/webhooks', {
          url: `https://${text}`,
          description: text,
          events: [text],
        }),
        one(`integration with ${what}`, 'POST', '/v1/integrations', {
          name: text,
          baseUrl: text,
          adapter: text,
        }),
        one(`subscription with ${what}`, 'POST', '/v1/subscriptions', {
          subscriberId: text,
          startAt: text,
          planId: text,
        }),
        one(`terminate with ${what}`, 'POST', `/v1/subscribers/${ids.subscriber}/terminate`, {
          reason: text,
          note: text,
        }),
        one(`event with ${what}`, 'POST', `/v1/integrations/${ids.native}/webhooks`, {
          event: text,
          data: {},
        }),
        one(`event data with ${what}`, 'POST', `/v1/integrations/${ids.native}/webhooks`, {
          event: 'customer.updated',
          partner_id: 'x',
          data: {
            externalUserId: text,
            firstName: text,
            lastName: text,
            email: text,
            phone: text,
            name: text,
          },
        }),
      ]),
    one('90,000 keys', 'POST', '/v1/subscribers', keys(90_000)),
    one('24,000 unknown keys', 'POST', '/v1/subscribers', keys(24_000)),
    one('24,000 keys of metadata', 'POST', '/v1/subscribers', { metadata: keys(24_000, 'x') }),
    one(
      '24,000 long keys',
      'POST',
      '/v1/subscribers',
      Object.fromEntries(many(15_000, (i) => [`${i}`.padEnd(60, 'x'), 1])),
    ),
    one('24,000 events of a webhook', 'POST', '/v1/webhooks', {
      url: 'https://a.example',
      events: many(24_000, (i) => `e${i}`),
    }),
    one('12,000 headers of a webhook', 'POST', '/v1/webhooks', {
      url: 'https://a.example',
      events: ['*'],
      headers: many(12_000, () => ({ name: 'x', value: '' })),
    }),
    one('24,000 tariffs', 'POST', '/v1/integrations', {
      name: 'a',
      adapter: 'splynx',
      tariffMap: keys(24_000, 'x'),
      poolMap: keys(900, 1),
    }),
    one('24,000 overrides', 'PATCH', `/v1/subscriptions/${ids.subscription}`, {
      overrides: keys(24_000),
      pendingOverrides: keys(24),
    }),
    one('a webhook with 30 headers of 16,000 marks', 'POST', '/v1/webhooks', {
      url: 'https://a.example',
      events: ['*'],
      headers: many(30, (i) => ({ name: `x-${i}`, value: marks(16_000) })),
    }),
    one('500,000 values', 'POST', '/v1/subscribers', `{"firstName":[${'1,'.repeat(500_000)}1]}`),
    one('340,000 lists', 'POST', '/v1/subscribers', `{"firstName":[${'[],'.repeat(340_000)}1]}`),
    one(
      'nested 500,000 deep',
      'POST',
      '/v1/subscribers',
      `{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}`,
    ),
    one(
      'event of 340,000 lists',
      'POST',
      `/v1/integrations/${ids.native}/webhooks`,
      `{"event":"a","data":{"a":[${'[],'.repeat(340_000)}1]}}`,
    ),
    one('event of 90,000 keys', 'POST', `/v1/integrations/${ids.native}/webhooks`, {
      event: 'a',
      data: keys(90_000),
    }),
    one('a page of 100', 'GET', '/v1/subscribers?limit=100'),
    one('a filter of 14,000 commas', 'GET', `/v1/subscriptions?status=${','.repeat(14_000)}`),
    one('a page of 100 events with long metadata', 'GET', `/v1/events?limit=100&${LONG_EVENTS}`),
    one('a list of ids', 'GET', `/v1/subscribers?id=${many(3_000, (i) => `s_${i}`).join(',')}`),
    one('a search of 14,000 characters', 'GET', `/v1/subscribers?q=${'a%25'.repeat(3_500)}`),
    one('the document', 'GET', '/v1/openapi.json'),
    one('a path of 14,000 slashes', 'GET', `/v1${'/'.repeat(14_000)}`),
    one('a path of 4,600 escapes', 'GET', `/v1/subscribers/${'%41'.repeat(4_600)}`),
    { name: '60 pages at once', requests: many(60, () => rest(t, 'GET', '/v1/events?limit=100')) },
    { name: '60 PDFs at once', requests: many(60, () => rest(t, 'GET', `/v1/invoices/${ids.invoice}/pdf`)) },
  ];
}

/** The worst calls of the portal, its files and its sign-in. */
function ofPortal(t: Target, ids: Ids): Attack[] {
  const call = (name: string, path: string, body: unknown): Attack => ({
    name,
    requests: [page(t, 'POST', `/api/trpc/${path}`, typeof body === 'string' ? body : JSON.stringify(body))],
  });
  const auth = (name: string, path: string, body: object): Attack => ({
    name,
    requests: [page(t, 'POST', `/api/auth${path}`, JSON.stringify(body))],
  });
  const file = (name: string, body: string | Buffer): Attack => ({
    name,
    requests: [page(t, 'POST', '/api/imports/subscribers?name=a.csv', body, 'text/csv')],
  });
  const get = (name: string, path: string, times = 1): Attack => ({
    name,
    requests: many(times, () => page(t, 'GET', path)),
  });
  const l33t = '@4$5'.repeat(32);
  const wide = (cell: string, rows: number) =>
    `Customer ID,${many(199, (i) => `Extra ${i}`).join(',')}\n${many(rows, (i) => `${i},${Array(199).fill(cell).join(',')}`).join('\n')}\n`;
  return [
    call('import check with 1,900 tabs in a name', 'job.check', {
      id: ids.job,
      mapping: { firstName: `x${'\t'.repeat(1_900)}x` },
    }),
    call('import check of 24,000 fields', 'job.check', { id: ids.job, mapping: keys(24_000, 'x') }),
    call('import check of combining marks', 'job.check', { id: marks(80_000), mapping: {} }),
    call('bulk action on 20,000 rows', 'job.createBulk', {
      action: 'subscribers.suspend',
      filter: {},
      ids: many(20_000, (i) => `sub_${i}`),
      total: 20_000,
    }),
    call('bulk action on 24,000 marks', 'job.createBulk', {
      action: 'subscribers.suspend',
      filter: {},
      ids: many(24_000, () => marks(16)),
      total: 1,
    }),
    call('bulk action with 24,000 options', 'job.createBulk', {
      action: 'subscribers.suspend',
      filter: {},
      ids: ['a'],
      options: keys(24_000, 'x'),
      total: 1,
    }),
    call('a note of 16,000 marks', 'note.create', { subscriberId: ids.subscriber, text: marks(16_000) }),
    call('24,000 tags', 'tag.set', { subscriberId: ids.subscriber, names: many(24_000, (i) => `t${i}`) }),
    call('20 calls of 24,000 values', `${Array(20).fill('tag.set').join(',')}?batch=1`, keys(0)),
    call(
      '20 calls of 20,000 values',
      `${Array(20).fill('tag.set').join(',')}?batch=1`,
      Object.fromEntries(many(20, (i) => [i, { names: Array(20_000).fill(1) }])),
    ),
    call(
      '20 calls of 4,000 keys',
      `${Array(20).fill('tag.set').join(',')}?batch=1`,
      Object.fromEntries(many(20, (i) => [i, keys(4_000)])),
    ),
    call('500,000 values', 'tag.set', `{"names":[${'1,'.repeat(500_000)}1]}`),
    call('340,000 lists', 'tag.set', `{"names":[${'[],'.repeat(340_000)}1]}`),
    call('90,000 keys', 'tag.set', keys(90_000)),
    get(
      '6 lists of 100 events with long metadata in a batch',
      `/api/trpc/${Array(6).fill('event.listAll').join(',')}?batch=1&input=${encoded(
        Object.fromEntries(many(6, (i) => [i, { limit: 100, page: 1, type: 'subscription.updated' }])),
      )}`,
    ),
    call('7,000 procedures', Array(7_000).fill('a').join(','), {}),
    call('7,000 procedures in a batch', `${Array(6_900).fill('a').join(',')}?batch=1`, {}),
    get(
      'a portal list of 14,000 characters',
      `/api/trpc/subscription.listAll?input=${encoded({ q: 'x'.repeat(8_000), status: ','.repeat(1_000) })}`,
    ),
    get('an email of 9,400 paragraphs', `/api/trpc/email.preview?input=${encoded({ id: ids.email })}`),
    get('rows of a job', `/api/trpc/job.rows?input=${encoded({ id: ids.job, limit: 100 })}`),
    call('an erasure of a person with 80 former names', 'dryRun.run', {
      procedure: 'subscriber.erase',
      input: { id: ids.renamed, confirm: LAST_NAME },
    }),
    get('the data of a person with 80 former names', `/api/subscribers/${ids.renamed}/personal-data`),
    auth('sign-in with the longest password', '/sign-in/email', {
      email: 'a@example.com',
      password: marks(3_900),
    }),
    auth('sign-in with marks as email', '/sign-in/email', {
      email: marks(3_900),
      password: 'walnut harbour',
    }),
    auth('a new password of 128 signs', '/change-password', {
      currentPassword: t.password,
      newPassword: l33t,
    }),
    auth('a reset to 128 signs', '/reset-password', { token: 'a'.repeat(32), newPassword: l33t }),
    auth('an invitation with 128 signs', '/accept-invitation', {
      token: 'a'.repeat(32),
      name: 'Ada',
      password: l33t,
    }),
    file('a header of 60 KB of tabs, commas and semicolons', '\t,;'.repeat(20_000)),
    file('a header of 200 equal names', `${'a,'.repeat(199)}a\n1\n`),
    file('a header of 5 KB of invisible names', `${'\u200b,'.repeat(199)}x\n1\n`),
    file('a file of 20 MB of quotes', '"'.repeat(20_000_000)),
    file('a file of 20 MB of line breaks', '\n'.repeat(20_000_000)),
    file('10,000 rows', `Customer ID\n${many(10_000, (i) => `c${i}`).join('\n')}\n`),
    file('a row of wide cells', wide('x'.repeat(1_900), 40)),
    file('rows of tabs', wide(`x${'\t'.repeat(1_900)}x`, 40)),
    file('not Unicode', Buffer.alloc(2_000_000, 0xc8)),
    file(
      'a broken workbook',
      Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(5_000_000, 0x50)]),
    ),
    get('rejected rows with tabs', `/api/rejects/${ids.job}`),
    ...[
      'subscriptions',
      'subscribers',
      'invoices',
      'events',
      'audit',
      'requests',
      'webhooks',
      'emails',
      'jobs',
    ].map((list) => get(`export of ${list}`, `/api/export/${list}`)),
    get('export of inbound events', `/api/export/integrations/${ids.native}/inbound-events`),
    get('20 exports of the request log', '/api/export/requests', 20),
    get('60 PDFs in the portal', `/api/invoices/${ids.invoice}/pdf`, 60),
    get('an export with 14,000 commas', `/api/export/subscriptions?status=${','.repeat(14_000)}`),
  ];
}

/** Hooks, which need no credential. */
function ofHooks(ids: Ids): Attack[] {
  const hook = (name: string, body: string): Attack => ({
    name: `hook: ${name}`,
    requests: [{ method: 'POST', path: `/hooks/splynx/${ids.splynx}`, headers: {}, body }],
  });
  const report = (name: string, body: string): Attack => ({
    name: `report of an SMS: ${name}`,
    requests: [{ method: 'POST', path: ids.smsHook, headers: { 'x-twilio-signature': 'a' }, body }],
  });
  const names = many(16_000, (i) => i.toString(36).padStart(3, '0')).join('&');
  return [
    report('16,000 names', names),
    report('4,000 names', names.slice(0, 16_000)),
    report('escapes', '%41'.repeat(5_000)),
    hook('fields', many(1_000, (i) => `a${i}=1`).join('&')),
    hook('500,000 fields', 'a&'.repeat(500_000)),
    hook('brackets', `a${'[]'.repeat(500_000)}=1`),
    hook('open brackets', `${'a['.repeat(500_000)}=1`),
    hook('escapes', `a=${'%41'.repeat(340_000)}`),
    hook('list', many(1_000, () => 'a[]=1').join('&')),
    hook('340,000 lists', `{"type":"event","data":[${'[],'.repeat(340_000)}1]}`),
    hook('90,000 keys', JSON.stringify({ type: 'event', data: keys(90_000) })),
    hook(
      'marks',
      JSON.stringify({
        type: 'event',
        call: 'customer/edit',
        data: { model: 'x', attributes: { name: marks(80_000), email: marks(1_000) } },
      }),
    ),
    hook('blanks', JSON.stringify({ type: 'event', call: `${' '.repeat(900_000)}x`, data: {} })),
  ];
}

/** The worst bodies, files and queries that are known, by the part of the server that they are for. */
export function worstGroups(target: Target, ids: Ids): [string, Attack[]][] {
  return [
    ['bodies and queries of the API', ofApi(target, ids)],
    ['calls and files of the portal', ofPortal(target, ids)],
    ['reports of other systems', ofHooks(ids)],
  ];
}

/** All of `worstGroups`. */
export function worstRequests(target: Target, ids: Ids): Attack[] {
  return worstGroups(target, ids).flatMap(([, attacks]) => attacks);
}
