import { beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../../server/rest/openapi.ts';
import { type Partner, useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
  await inCountry(partner, 'KE');
});

async function inCountry({ providerId }: Partner, country: string | null) {
  await api.sql`
    update organisation set country = ${country}
    where id = (select organisation_id from provider where id = ${providerId})`;
}

const nfd = (text: string) => text.normalize('NFD');
const create = async (over: object) => dataOf(await partner.post('/v1/subscribers', bodies.subscriber(over)));
const find = async (query: string) =>
  dataOf(await partner.get(`/v1/subscribers?${query}`)).map(({ id }: { id: string }) => id);
const found = (query: Record<string, string>) => find(String(new URLSearchParams(query)));

describe('Unicode form', () => {
  test('a name in either form is stored in NFC and found by either form', async () => {
    const [composed, decomposed] = [
      await create({ firstName: 'José', lastName: 'Ñandú' }),
      await create({ firstName: nfd('José'), lastName: nfd('Ñandú') }),
    ];
    expect(decomposed).toMatchObject({ firstName: 'José', lastName: 'Ñandú' });
    for (const q of ['José Ñ', nfd('José Ñ'), 'osé ñand']) {
      expect(await found({ q }), q).toEqual([decomposed.id, composed.id]);
    }
  });

  test('409 CONFLICT for a plan with the name of another in the other form', async () => {
    const plan = dataOf(await partner.post('/v1/plans', bodies.plan({ planName: 'Café 10' })));
    for (const planName of [nfd('Café 10'), `\u2066${nfd('Café 10')}\u200b`]) {
      expectRefused(await partner.post('/v1/plans', bodies.plan({ planName })), 409, {
        field: 'planName',
        code: 'ALREADY_EXISTS',
      });
    }
    const confirm = encodeURIComponent(nfd('café 10'));
    dataOf(await partner.post(`/v1/plans/${plan.id}/disable?confirm=${confirm}`));
  });

  test('an externalUserId in the other form is the same, and a filter finds it', async () => {
    const { id } = await create({ externalUserId: 'cliente-é' });
    const again = await partner.post(
      '/v1/subscribers',
      bodies.subscriber({ externalUserId: nfd('cliente-é') }),
    );
    expectRefused(again, 409, { field: 'externalUserId', code: 'ALREADY_EXISTS' });
    expect(await found({ externalUserId: nfd('cliente-é') })).toEqual([id]);
    expect(await found({ externalUserId: '\u2066cliente\u200b-é\u2069' })).toEqual([id]);
  });

  test('invisible characters around a text go; inside an email, phone and id too', async () => {
    const made = await create({
      firstName: '\u202aAda\u202c',
      lastName: '\ufeff Love\u00adlace\u200f',
      email: '\u200bin\u00advisible@example.com\u2069',
      phone: '\u2066+254 712\u200b 100 001\u2069',
      externalUserId: 'A\u200b-1\u200e',
    });
    expect(made).toMatchObject({
      firstName: 'Ada',
      lastName: 'Love\u00adlace',
      email: 'invisible@example.com',
      phone: '+254712100001',
      externalUserId: 'A-1',
    });
    const path = `/v1/subscribers/${encodeURIComponent(`${made.id}`)}`;
    expect(dataOf(await partner.get(path)).id).toBe(made.id);
  });
});

/** Every text of a request body that is required, from the document. */
type Schema = { type?: string; enum?: unknown[]; format?: string };
const required = Object.entries(openApiDocument().paths).flatMap(([path, methods]) => {
  const schema = (
    methods as Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>
  ).post?.requestBody?.content['application/json']?.schema as
    | { properties?: Record<string, Schema>; required?: string[] }
    | undefined;
  if (!schema || path.includes('{')) return [];
  return (schema.required ?? [])
    .filter((field) => schema.properties?.[field]?.type === 'string' && !schema.properties[field]?.enum)
    .map((field) => ({ path, field }));
});

test.each(required)(
  '400 REQUIRED for a $field of $path that has nothing visible',
  async ({ path, field }) => {
    for (const empty of ['\u200b', '\u202a\u202c', ' \ufeff\t', '\u00ad']) {
      const answer = await partner.post(path, { [field]: empty });
      expect(answer.body.rejectionReasons, JSON.stringify(empty)).toContainEqual(
        expect.objectContaining({ field, code: 'REQUIRED' }),
      );
    }
  },
);

test('80,000 combining marks are refused before they are composed', async () => {
  const marks = `a${'\u0315\u0300'.repeat(40_000)}`;
  const fields = ['firstName', 'lastName', 'email', 'phone', 'externalUserId'];
  const body = Object.fromEntries(fields.map((field) => [field, marks]));
  const answer = await partner.post('/v1/subscribers', body);
  expect(answer.body.rejectionReasons.map((reason: { code: string }) => reason.code)).toEqual(
    fields.map(() => 'OUT_OF_RANGE'),
  );
});

describe('email', () => {
  test.each([
    'ann@xn--e1afmkfd.xn--p1ai',
    'sales&marketing@x.org',
    'dept/unit@x.org',
    "o'neil+a=b@sub.example.co.uk",
    '!#$%&*/=?^_`{|}~-@example.org',
    '1@2.example.museum',
  ])('%s is taken, stored and found', async (email) => {
    const { id } = await create({ email });
    expect(dataOf(await partner.get(`/v1/subscribers/${id}`)).email).toBe(email);
    expect(await found({ email: ` ${email.toUpperCase()}\u200b` })).toEqual([id]);
  });

  test.each([
    ...[
      'ann',
      'ann@',
      '@x.org',
      '.a@x.org',
      'a.@x.org',
      'a..b@x.org',
      'a b@x.org',
      '"a b"@x.org',
      'a@x',
      'a@-x.org',
    ],
    ...[
      'a@x-.org',
      'a@x..org',
      'a@1.2.3.4',
      'a@[1.2.3.4]',
      'é@x.org',
      'a@é.org',
      'a@x.org.',
      'a,b@x.org',
      'a@x_y.org',
    ],
    `${'a'.repeat(65)}@x.org`,
    `a@${'b'.repeat(64)}.org`,
  ])('400 for %s, as a field and as a filter', async (email) => {
    const malformed = { field: 'email', code: 'INVALID_FORMAT' };
    expectRefused(await partner.post('/v1/subscribers', bodies.subscriber({ email })), 400, malformed);
    expectRefused(await partner.get(`/v1/subscribers?${new URLSearchParams({ email })}`), 400, malformed);
  });
});

describe('phone as a filter and in q', () => {
  const number = '+254712345811';
  let id: string;
  beforeAll(async () => {
    ({ id } = await create({ phone: number, externalUserId: '0799' }));
  });

  test.each([
    ...['%2B254712345811', '+254712345811', '%2B254%20712%20345%20811', '254712345811', '00254712345811'],
    ...['0712345811', '0712%20345%20811', '712345811', '(0712)-345-811', '%E2%80%AA0712345811%E2%80%AC'],
  ])('%s finds the number, as phone and as q', async (written) => {
    expect(await find(`phone=${written}`)).toEqual([id]);
    expect(await find(`q=${written}`)).toEqual([id]);
  });

  test.each(['071234581', '0712 345', '+254712', '254712345', '00254712345', '12345811'])(
    '?q=%s finds a part of the number',
    async (q) => {
      expect(await found({ q })).toContain(id);
    },
  );

  test('digits that are no number still find an external id', async () => {
    expect(await found({ q: '0799' })).toContain(id);
  });

  test.each(['abc', '12', '0712345811 ext 5', '+254712345811x5', '+999712345678', '07123', 'a@b.org'])(
    '400 for ?phone=%s',
    async (phone) => {
      expectRefused(await partner.get(`/v1/subscribers?${new URLSearchParams({ phone })}`), 400, {
        field: 'phone',
        code: 'INVALID_FORMAT',
      });
    },
  );

  test('a local number is refused where the organisation has no country, and in a body everywhere', async () => {
    const abroad = await api.partner();
    expectRefused(await abroad.get('/v1/subscribers?phone=0712345811'), 400, {
      field: 'phone',
      code: 'INVALID_FORMAT',
    });
    expect(dataOf(await abroad.get('/v1/subscribers?phone=254712345811'))).toEqual([]);
    for (const phone of ['0712345699', '254712345699', '00254712345699', '+254712345699 ext 5']) {
      expectRefused(await partner.post('/v1/subscribers', bodies.subscriber({ phone })), 400, {
        field: 'phone',
        code: 'INVALID_FORMAT',
      });
    }
  });
});

test('a used email and phone name the subscriber that has them', async () => {
  const has = await create({});
  const { email, phone } = has;
  const details = { subscriberId: has.id, status: 'active' };
  const byEmail = await partner.post(
    '/v1/subscribers',
    bodies.subscriber({ email: ` ${email.toUpperCase()}` }),
  );
  expect([byEmail.body.error, byEmail.body.details]).toEqual([
    'Email already in use for this provider',
    details,
  ]);
  const byPhone = await partner.post('/v1/subscribers', bodies.subscriber({ phone }));
  expect([byPhone.body.error, byPhone.body.details]).toEqual([
    'Phone already in use for this provider',
    details,
  ]);
  const other = await create({});
  dataOf(await partner.post(`/v1/subscribers/${has.id}/terminate`));
  const moved = await partner.put(
    `/v1/subscribers/${other.id}`,
    bodies.subscriber({ email, phone: other.phone }),
  );
  expect(moved.body.details).toEqual({ subscriberId: has.id, status: 'terminated' });
});

test.each([
  [0.001, 'USD', 'USD has at most 2 decimals.'],
  [0.1234567, 'USD', 'USD has at most 2 decimals.'],
  [0.0000001, 'USD', 'USD has at most 2 decimals.'],
  [10.5, 'UGX', 'UGX has no decimals.'],
])('400 for %d %s says how many decimals the currency has', async (amount, currency, message) => {
  const { id } = await create({});
  const charge = await partner.post(`/v1/subscribers/${id}/charges`, bodies.charge({ amount, currency }));
  expect(charge.body.rejectionReasons).toEqual([{ field: 'amount', code: 'INVALID_FORMAT', message }]);
  const plan = await partner.post('/v1/plans', bodies.plan({ priceAmount: amount, priceCurrency: currency }));
  expect(plan.body.rejectionReasons).toContainEqual({
    field: 'priceAmount',
    code: 'INVALID_FORMAT',
    message,
  });
});

describe('an unknown name', () => {
  const said = async (answer: Promise<{ body: { rejectionReasons: object[] } }>) =>
    (await answer).body.rejectionReasons;

  test('an unknown field of a body, of an object in it and of a query names the nearest known one', async () => {
    expect(await said(partner.post('/v1/subscribers', { ...bodies.subscriber(), firstname: 'Ada' }))).toEqual(
      [
        {
          field: 'firstname',
          code: 'NOT_ALLOWED',
          message: 'Unknown field. The nearest known one is firstName.',
        },
      ],
    );
    const headers = [{ name: 'X-A', value: 'b', Value: 'c' }];
    expect(await said(partner.post('/v1/webhooks', bodies.webhook({ headers })))).toEqual([
      {
        field: 'headers.0.Value',
        code: 'NOT_ALLOWED',
        message: 'Unknown field. The nearest known one is value.',
      },
    ]);
    expect(await said(partner.get('/v1/subscribers?external_user_id=1'))).toEqual([
      {
        field: 'external_user_id',
        code: 'NOT_ALLOWED',
        message: 'Unknown parameter. The nearest known one is externalUserId.',
      },
    ]);
  });
});

describe('the order of lists', () => {
  test('names are in the order of people, not of code points', async () => {
    const own = await api.partner();
    const names = [
      'Zoë',
      'ángel',
      'Ann',
      'ann',
      'Éric',
      'eric',
      'Bob',
      'Ängel',
      'Мария',
      '-x',
      '2',
      '10',
      'a b',
      'ab',
    ];
    for (const firstName of names) {
      dataOf(await own.post('/v1/subscribers', bodies.subscriber({ firstName, lastName: firstName })));
      dataOf(await own.post('/v1/plans', bodies.plan({ planName: firstName })));
      dataOf(await own.post('/v1/demarcation-points', bodies.demarcationPoint({ name: firstName })));
    }
    const expected = names.toSorted(new Intl.Collator('und').compare);
    for (const [list, field] of [
      ['subscribers', 'firstName'],
      ['subscribers', 'lastName'],
      ['plans', 'planName'],
      ['demarcation-points', 'name'],
    ] as const) {
      const listed = async (sort: string) =>
        dataOf(await own.get(`/v1/${list}?limit=100&sort=${sort}`)).map(
          (row: Record<string, string>) => row[field],
        );
      expect(await listed(field), list).toEqual(expected);
      expect(await listed(`-${field}`), list).toEqual(expected.toReversed());
    }
  });

  test('charges of two currencies are in the order of the currencies, and those without an end are last', async () => {
    const own = await api.partner();
    const { id } = dataOf(await own.post('/v1/subscribers', bodies.subscriber()));
    const charges = `/v1/subscribers/${id}/charges`;
    const ends = [null, '2040-01-01T00:00:00.000Z', null, '2030-01-01T00:00:00.000Z'];
    for (const [i, [amount, currency]] of [
      [5, 'USD'],
      [700, 'KES'],
      [40, 'USD'],
      [9, 'KES'],
    ].entries()) {
      const expiresAt = ends[i] ?? undefined;
      dataOf(await own.post(charges, bodies.charge({ amount, currency, expiresAt })));
    }
    const listed = async (sort: string) => dataOf(await own.get(`${charges}?sort=${sort}`));
    const amounts = async (sort: string) =>
      (await listed(sort)).map(
        (row: { amount: number; currency: string }) => `${row.currency} ${row.amount}`,
      );
    expect(await amounts('amount')).toEqual(['KES 9', 'KES 700', 'USD 5', 'USD 40']);
    expect(await amounts('-amount')).toEqual(['USD 40', 'USD 5', 'KES 700', 'KES 9']);
    const expiries = async (sort: string) =>
      (await listed(sort)).map((row: { expiresAt: string | null }) => row.expiresAt?.slice(0, 4) ?? null);
    expect(await expiries('expiresAt')).toEqual(['2030', '2040', null, null]);
    expect(await expiries('-expiresAt')).toEqual(['2040', '2030', null, null]);
  });
});
