import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DryRunAnswer } from '../../server/contract/portal/dry-run.ts';
import { db } from '../../server/db/client.ts';
import { eraseDueLogs } from '../../server/domain/erasure/erase-logs.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { answerDownload } from '../../server/portal/downloads.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import type { Answer, Partner } from './api.ts';
import { externalSystem, native } from './external-system.ts';
import { advance, bodies, dataOf, eventTypes, expectRefused } from './helpers.ts';
import { digestOfTables } from './portal-helpers.ts';
import { usePortal } from './staff-helpers.ts';

const { api, owner: newOwner, member } = usePortal({ '/api/subscribers/': answerDownload });

type Owner = Awaited<ReturnType<typeof newOwner>>;

/** Texts that occur nowhere else. Each is personal data of the person. */
const person = {
  firstName: 'Quixotina',
  lastName: "O'Zephyrwell",
  email: 'quixotina@zephyrwell.example',
  phone: '+254733918273',
  street: 'Umbrella Alley 4711',
  city: 'Nowhereville',
  region: 'Fabled County',
  postalCode: 'ZX90210',
  country: 'KE',
  externalUserId: 'customer-99817',
  companyName: 'Zephyrwell Umbrellas',
  taxId: 'PIN0099887766',
};
const former = { firstName: 'Xanthippina', email: 'xanthippina@zephyrwell.example', phone: '+254733564738' };
const typed = {
  reference: 'contract-of-the-lighthouse',
  note: 'The lighthouse keeper lets nobody in.',
  hold: 'The lighthouse is sold.',
  installation: 'The ladder is behind the lighthouse.',
  tag: 'Lighthouse keeper',
  mac: '02-C0-FF-EE-4A-11',
  notice: 'The rent of the lighthouse is late.',
  announced: 'The lighthouse gets another mast.',
  banner: 'The lighthouse is dark tonight.',
};
/** Searches that name the person by less than the full name. */
const searched = {
  view: 'Xanthippina',
  beginning: 'Xanthipp',
  job: 'Quixotin',
  phone: '0733564738',
  last: 'zephyrwell',
};
/** A search for another person. */
const keptSearch = 'Bystander';
/** A text to several people. */
const keptText = 'The mast at the harbour is down.';
const { country: _country, ...told } = person;
/** What no column may hold afterwards. */
const erased = [
  ...[...Object.values(told), ...Object.values(former), ...Object.values(typed)],
  ...[...Object.values(searched), encodeURIComponent(former.email)],
].filter(
  // The label of a tag is not about one person.
  (text) => text !== typed.tag,
);

let partner: Partner;
let owner: Owner;

beforeAll(async () => {
  owner = await newOwner();
  partner = await clientOf(owner);
});

/** The API client of an owner's account. */
async function clientOf({ ok, providerId }: Owner): Promise<Partner> {
  const { accessId, accessSecret } = await ok('accessCredential.create', { label: 'Test' });
  const headers = { 'x-access-id': accessId, 'x-access-secret': accessSecret };
  return { ...api.client(headers), headers, providerId } as Partner;
}

/** A subscriber whose data has reached every table that can hold it. */
async function everywhere() {
  const { providerId } = owner;
  dataOf(await partner.post('/v1/webhooks', bodies.webhook({ url: 'https://localhost/nobody' })));
  const system = await externalSystem(api, {}, partner);
  const created = await partner.post(
    '/v1/subscribers',
    { ...person, ...former },
    { key: `key-${randomUUID()}` },
  );
  const { id } = dataOf(created);
  const path = `/v1/subscribers/${id}`;
  dataOf(await partner.put(path, person, { key: `key-${randomUUID()}` }));
  dataOf(await partner.post(`${path}/suspend`, { reason: typed.hold }));
  dataOf(
    await partner
      .post(`${path}/activate`)
      .then((answer: Answer) => (answer.status === 409 ? created : answer)),
  );

  // An external service, and events about it and its customer.
  const { externalId, firstName, lastName, email, phone } = { externalId: person.externalUserId, ...person };
  const customer = { externalId, firstName, lastName, email, phone };
  const service = { serviceId: 'svc-lighthouse', tariffId: '2', customer };
  await system.sendAndProcess(native('service.created', service));
  await system.sendAndProcess(native('customer.updated', { serviceId: undefined, customer }));
  await system.sendAndProcess(native('service.updated', { ...service, serviceId: 'svc-2', tariffId: '9' }));
  // About another customer, with the address in capitals and as a form has it.
  for (const serviceId of ['svc-3', 'svc-4']) {
    const other = { externalId: `of ${serviceId}`, email: email.toUpperCase() };
    await system.sendAndProcess(native('service.updated', { serviceId, tariffId: '9', customer: other }));
  }
  await api.sql`
    update inbound_body set body = convert_to(${`event=edit&email=${encodeURIComponent(former.email)}`}, 'UTF8')
    where inbound_event_id = (select max(id) from inbound_event where provider_id = ${providerId})`;
  const [subscription] = dataOf(await partner.get(`/v1/subscriptions?subscriberId=${id}`));
  const point = dataOf(await partner.post('/v1/demarcation-points', bodies.demarcationPoint()));
  dataOf(
    await partner.patch(`/v1/subscriptions/${subscription.id}`, {
      externalReference: typed.reference,
      demarcationPointId: point.id,
    }),
  );
  await system.pay(subscription.id);

  const charge = bodies.charge({ description: `Router for ${firstName} ${lastName}` });
  const { id: chargeId } = dataOf(await partner.post(`${path}/charges`, charge));
  const reference = `${lastName} cash 12`;
  const payment = dataOf(await partner.post('/v1/payments', { chargeId, rail: 'manual', reference }));
  const refund = { amount: 1, note: `${firstName} complained` };
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, refund));
  const visit = { subscriptionId: subscription.id, feeAmount: 0 };
  const installation = dataOf(await partner.post('/v1/installations', visit));
  dataOf(await partner.patch(`/v1/installations/${installation.id}`, { notes: typed.installation }));

  await owner.call('note.create', { subscriberId: id, text: typed.note }, randomUUID());
  await owner.ok('tag.set', { subscriberId: id, names: [typed.tag, `${firstName} ${lastName}`] });
  await owner.ok('savedView.save', {
    ...{ list: 'subscribers', name: 'Hers', query: `q=${encodeURIComponent(email)}`, isShared: true },
  });

  const job = await owner.ok('job.createBulk', {
    ...{ action: 'subscribers.suspend', filter: { q: email }, total: 1 },
  });
  await owner.ok('job.stop', { id: job.id });
  const search = { action: 'subscribers.suspend', filter: { q: searched.job }, total: 1 };
  await owner.ok('job.stop', { id: (await owner.ok('job.createBulk', search)).id });
  for (const [list, q] of [
    ['subscribers', searched.view],
    ['audit', searched.phone],
  ])
    await owner.ok('savedView.save', {
      list,
      name: `View of ${list}`,
      query: `page=2&q=${q}`,
      isShared: false,
    });

  // Texts to this person alone, with a message and without one, and a text to several people that names the person.
  const notice = { channel: 'EMAIL', subject: typed.notice, text: typed.notice };
  dataOf(await partner.post('/v1/messages', { subscriberId: id, ...notice }));
  await owner.ok('announcement.create', {
    ...{ kind: 'OUTAGE', list: 'subscribers', filter: { q: searched.job }, people: 1 },
    ...{ sms: typed.announced, pageText: typed.banner },
  });
  const { id: neighbour } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const shared = `${keptText} It was reported by ${firstName} ${lastName}, ${phone}.`;
  await owner.ok('announcement.create', {
    ...{ kind: 'OUTAGE', list: 'subscribers', filter: {}, ids: [id, neighbour], people: 2 },
    ...{ subject: `Thanks to ${firstName} ${lastName}`, email: shared, sms: shared, pageText: shared },
  });

  // Reads and refusals are in the request log only.
  dataOf(await partner.get(`/v1/subscribers?email=${encodeURIComponent(former.email)}`));
  dataOf(await partner.get('/v1/subscribers?limit=100'));
  dataOf(await partner.get(`/v1/subscribers?q=${encodeURIComponent(`${firstName} ${lastName}`)}`));
  // Refused, because reads are sampled.
  for (const q of [...Object.values(searched), keptSearch])
    expectRefused(await partner.get(`/v1/subscribers?limit=0&q=${q}`), 400);
  expectRefused(await partner.post('/v1/subscribers', { ...person, email: former.email }), 400);
  expectRefused(await partner.get(`/v1/subscribers/${email}`), 404);
  expectRefused(await partner.get(`/v1/subscribers?mail=${email}`), 400);
  expectRefused(await partner.get(`/v1/subscribers?mail=${encodeURIComponent(former.email)}`), 400);

  const { radiusUsername } = await system.read(subscription.id);
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, callingstationid)
    values ('1', ${id}, ${radiusUsername}, '10.9.8.7', now(), ${typed.mac})`;
  await processAccounting({ budgetMs: 5_000 });
  await api.sql`
    insert into delivery_attempt (id, provider_id, delivery_id, number, at, response_status, response_excerpt)
    select 'att_' || d.id, d.provider_id, d.id, 1, now(), 500, ${`cannot write to ${email}`} from delivery d
    join event e on e.provider_id = d.provider_id and e.id = d.event_id where e.resource_id = ${id}`;
  await api.sql`
    update delivery d set attempts = 1 from delivery_attempt a where a.delivery_id = d.id and a.provider_id = ${providerId}`;
  await api.sql`
    update mail set sent_to = ${email}, error = ${`550 no mailbox ${email}`} where subscriber_id = ${id}`;
  await api.logRequests();
  dataOf(await partner.post(`${path}/terminate`));
  await api.logRequests();
  return { id, path, payment, name: `${firstName} ${lastName}` };
}

/** The columns that hold a text, each as `table.column`, with the text. */
async function columnsWith(texts: readonly string[]): Promise<string[]> {
  const columns = await api.sql<
    { name: string; schema: string; table: string; column: string; type: string }[]
  >`
    select table_schema || '.' || table_name as name, table_schema as schema, table_name as table, column_name as column,
      data_type as type
    from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
    where table_schema in ('public', 'radius')
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'inet')`;
  expect(columns.length).toBeGreaterThan(150);
  const found: string[] = [];
  for (const { schema, table, column, type } of columns) {
    const value = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const rows = await api.sql.unsafe(
      `select distinct t as text from "${schema}"."${table}" cross join unnest($1::text[]) t
       where strpos(lower(${value}), lower(t)) > 0`,
      [texts as string[]],
    );
    for (const { text } of rows) found.push(`${table}.${column} holds ${text}`);
  }
  return found;
}

/** The export of a subscriber, as an owner downloads it. */
async function exportOf(id: string) {
  const answer = await fetch(`${api.base}/api/subscribers/${id}/personal-data`, {
    headers: { cookie: owner.cookie },
  });
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="personal-data-${id}.json"`);
  const text = await answer.text();
  return { text, file: JSON.parse(text) };
}

/** Makes the search of the logs due and runs it. */
async function eraseLogsNow() {
  await api.sql`update erasure set next_attempt_at = now() - interval '1 second'`;
  await eraseDueLogs();
}

let made: ReturnType<typeof everywhere> | undefined;
/** The subscriber of the next two tests. */
function known(): ReturnType<typeof everywhere> {
  made ??= everywhere();
  return made;
}

/** The table of a column that `columnsWith` found, without the name of a partition. */
function tableOf(found: string): string {
  return found.replace(/\..*/s, '').replace(/_(?:default|\d{4}(?:_\d\d)+)$/, '');
}

test('the export has the personal data of every table, no secret and nobody else, and is recorded', async () => {
  const { id, path } = await known();
  const other = dataOf(await partner.post('/v1/subscribers', bodies.subscriber({ lastName: 'Bystander' })));
  dataOf(await partner.get('/v1/subscribers?limit=100'));
  await api.logRequests();
  await api.sql`
    insert into radius.radcheck (username, attribute, value)
    select radius_username, 'Cleartext-Password', 'canary-password' from subscription where subscriber_id = ${id} limit 1`;
  const { text, file } = await exportOf(id);
  await api.sql`delete from radius.radcheck where value = 'canary-password'`;
  expect(file).toMatchObject({
    format: 'demarc.personal-data.1',
    subscriber: dataOf(await partner.get(path)),
  });
  // The address and the phone number in this form are in the query of a search alone.
  const missing = [...erased, typed.tag].filter(
    (each) => !text.includes(each) && !each.includes('%') && each !== searched.phone,
  );
  expect(missing).toEqual([]);
  const held = [...new Set((await columnsWith(erased)).map((each) => tableOf(each)))];
  expect(held.filter((table) => !(table in file.data)).sort()).toEqual(['job', 'saved_view']);
  expect([other.id, 'Bystander', 'canary-password'].filter((each) => text.includes(each))).toEqual([]);
  expect(file.data.radcheck).toMatchObject([{ attribute: 'Cleartext-Password' }]);
  const [entry] = await api.sql`
    select action, actor_type from audit_entry where resource_id = ${id} order by id desc limit 1`;
  expect(entry).toEqual({ action: 'subscriber.export', actor_type: 'staff' });
});

test('a second export of an account is refused while one is under way', async () => {
  const { id } = await known();
  await api.sql.begin(async (tx) => {
    await tx`
      select pg_advisory_xact_lock(hashtextextended('personal data of ' || provider_id, 0)) from subscriber where id = ${id}`;
    const answer = await fetch(`${api.base}/api/subscribers/${id}/personal-data`, {
      headers: { cookie: owner.cookie },
    });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '10']);
  });
  expect((await exportOf(id)).file.subscriber).toMatchObject({ id });
});

test('after the erasure no column of any table holds the personal data; money records stay', async () => {
  const { id, path, payment, name } = await known();
  // A call that is recorded after the search would stay.
  await api.logRequests();
  // Otherwise the search below proves nothing.
  const held = (await columnsWith(erased)).map((each) => each.split(' ')[0]);
  for (const column of [
    ...['subscriber.email', 'audit_entry.changes', 'event.body', 'note.text', 'mail.sent_to', 'mail.error'],
    ...['charge.description', 'payment.reference', 'refund.note', 'installation.notes', 'tag.name'],
    ...['idempotency_key.body', 'api_request.request_body', 'api_request.response_body', 'api_request.query'],
    ...['api_request.path', 'inbound_body.body', 'inbound_event.commands', 'saved_view.query'],
    ...['subscription.external_reference', 'external_service.customer_id', 'radacct.callingstationid'],
    ...['delivery_attempt.response_excerpt', 'job.source', 'announcement.source', 'announcement.page_text'],
    ...['message_text.subject', 'message_text.body'],
  ])
    expect(held).toContain(column);
  const searches = await columnsWith(Object.values(searched).map((q) => `q=${q}`));
  for (const q of Object.values(searched))
    expect(searches).toContainEqual(expect.stringMatching(`^api_request.*query holds q=${q}$`));
  const money = () => api.sql`
    select i.number, i.total, i.amount_paid, i.issued_at, p.id, p.amount, p.completed_at, r.amount as refunded, c.amount as charged
    from subscriber s
    left join invoice i on i.subscriber_id = s.id left join payment p on p.subscriber_id = s.id
    left join refund r on r.subscriber_id = s.id left join charge c on c.subscriber_id = s.id
    where s.id = ${id} order by i.number, p.id`;
  const before = [...(await money())];
  const entries = () => api.sql`
    select id, actor_name, action, created_at from audit_entry
    where resource_id = ${id} and action not in ('subscriber.erase', 'subscriber.export') order by id`;
  const entriesBefore = [...(await entries())];

  const snapshot = await owner.ok('subscriber.erase', { id, confirm: name });
  expect(snapshot).toMatchObject({
    ...{ id, status: 'terminated', firstName: 'Erased', lastName: 'subscriber', externalUserId: null },
    ...{ street: null, city: null, erasedAt: expect.any(String) },
  });
  // The names to search for are encrypted, and go with the search.
  expect(await columnsWith(erased.filter((text) => text === person.phone))).not.toContainEqual(
    expect.stringContaining('erasure.'),
  );
  await eraseLogsNow();
  expect(await api.sql`select 1 from erasure`).toHaveLength(0);
  expect(await columnsWith(erased)).toEqual([]);
  const kept = (await columnsWith([keptText])).map((each) => each.split(' ')[0]);
  for (const column of ['message_text.body', 'announcement.page_text', 'audit_entry.changes'])
    expect(kept).toContain(column);
  expect(await columnsWith([`q=${keptSearch}`])).toContain(`api_request.query holds q=${keptSearch}`);
  const { text } = await exportOf(id);
  expect(erased.filter((each) => text.includes(each))).toEqual([]);

  expect([...(await money())]).toEqual(before);
  expect([...(await entries())]).toEqual(entriesBefore);
  expect(await checkInvariants(db())).toEqual([]);
  expect(dataOf(await partner.get(path))).toEqual(snapshot);
  const charges = dataOf(await partner.get(`${path}/charges`));
  expect(charges).toMatchObject([{ description: 'Router for [erased]', amount: 45 }]);
  expect(dataOf(await partner.get(`/v1/payments/${payment.id}`))).toMatchObject({ reference: payment.id });
  const [invoice] = dataOf(await partner.get(`/v1/invoices?subscriberId=${id}`));
  expect((await partner.get(`/v1/invoices/${invoice.id}/pdf`)).status).toBe(200);
  const [created] = dataOf(await partner.get(`/v1/events?resourceId=${id}&type=subscriber.created`));
  expect(created.data.current).toMatchObject({
    id,
    firstName: 'Erased',
    email: 'erased@erased.invalid',
    status: 'active',
  });
});

describe('an erased subscriber', () => {
  /** Erases a new subscriber. */
  async function erasedOne() {
    const subscriber = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
    await owner.ok('subscriber.erase', { id: subscriber.id, confirm: 'ada  lovelace' });
    return subscriber;
  }

  test('one name is confirmed without the placeholder of a last name', async () => {
    const one = bodies.subscriber({ firstName: 'Njoroge', lastName: '-' });
    const { id } = dataOf(await partner.post('/v1/subscribers', one));
    dataOf(await partner.post(`/v1/subscribers/${id}/terminate`));
    expect(await owner.ok('subscriber.erase', { id, confirm: 'Njoroge' })).toMatchObject({
      firstName: 'Erased',
    });
  });

  test('webhooks get subscriber.deleted with the id and deactivatedAt alone', async () => {
    const webhook = dataOf(
      await partner.post('/v1/webhooks', bodies.webhook({ events: ['subscriber.deleted'] })),
    );
    const { id } = await erasedOne();
    const [event] = dataOf(await partner.get(`/v1/events?resourceId=${id}&type=subscriber.deleted`));
    expect(event.data).toEqual({
      object: 'subscriber',
      current: { id, deactivatedAt: expect.any(String) },
    });
    const deliveries = dataOf(await partner.get(`/v1/webhooks/${webhook.id}/deliveries`));
    expect(deliveries).toMatchObject([{ eventId: event.id, eventType: 'subscriber.deleted' }]);
    const [entry] = await api.sql`
      select action, changes, actor_type from audit_entry where resource_id = ${id} order by id desc limit 1`;
    expect(entry).toEqual({ action: 'subscriber.erase', changes: '{}', actor_type: 'staff' });
  });

  test('409 for any change that would store personal data again, and for a second erasure', async () => {
    const { id, email, phone } = await erasedOne();
    const body = { firstName: 'Ada', lastName: 'Lovelace', email, phone };
    expectRefused(await partner.put(`/v1/subscribers/${id}`, body), 409, { error: 'IMMUTABLE', field: 'id' });
    const note = await owner.call('note.create', { subscriberId: id, text: 'Again' });
    expect(note).toMatchObject({ status: 409, error: { error: 'IMMUTABLE' } });
    const tags = await owner.call('tag.set', { subscriberId: id, names: ['Again'] });
    expect(tags).toMatchObject({ status: 409, error: { error: 'IMMUTABLE' } });
    const again = await owner.call('subscriber.erase', { id, confirm: 'Erased subscriber' });
    expect(again).toMatchObject({ status: 409, error: { error: 'CONFLICT' } });
  });

  test('frees the email address, the phone number and the external id for another subscriber', async () => {
    const { email, phone } = await erasedOne();
    expect((await partner.post('/v1/subscribers', bodies.subscriber({ email, phone }))).status).toBe(201);
  });
});

describe('the erasure is refused', () => {
  const erase = (id: string, confirm = 'Ada Lovelace', by: Pick<Owner, 'call'> = owner) =>
    by.call('subscriber.erase', { id, confirm });

  test('409 PRECONDITION before the subscriber is terminated', async () => {
    const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    expect(await erase(id)).toMatchObject({ status: 409, error: { error: 'PRECONDITION' } });
  });

  test('409 PRECONDITION while money is due back to the subscriber', async () => {
    const subscriber = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const { id } = subscriber;
    const { id: chargeId } = dataOf(await partner.post(`/v1/subscribers/${id}/charges`, bodies.charge()));
    const payment = dataOf(await partner.post('/v1/payments', { chargeId, rail: 'simulated' }));
    await advance(partner, { hours: 25 });
    dataOf(await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'succeed' }));
    dataOf(await partner.post(`/v1/subscribers/${id}/terminate`));
    expect(await erase(id)).toMatchObject({
      status: 409,
      error: { rejectionReasons: [{ message: expect.stringContaining('not over yet') }] },
    });
    dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, {}));
    expect(await erase(id)).toMatchObject({ status: 200 });
  });

  test('400 CONFIRMATION_MISMATCH for another name', async () => {
    const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    dataOf(await partner.post(`/v1/subscribers/${id}/terminate`));
    expect(await erase(id, 'Ada Byron')).toMatchObject({
      status: 400,
      error: { errorCode: 'CONFIRMATION_MISMATCH' },
    });
  });

  test.each(['admin', 'billing', 'support', 'viewer'])('403 for the role %s', async (role) => {
    const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    dataOf(await partner.post(`/v1/subscribers/${id}/terminate`));
    expect(await erase(id, 'Ada Lovelace', await member(owner, role))).toMatchObject({ status: 403 });
  });

  test('404 for a subscriber of another partner, who stays as it is', async () => {
    const theirs = await api.partner();
    const { id } = dataOf(await theirs.post('/v1/subscribers', bodies.subscriber()));
    const terminated = dataOf(await theirs.post(`/v1/subscribers/${id}/terminate`));
    expect(await erase(id)).toMatchObject({ status: 404 });
    expect(dataOf(await theirs.get(`/v1/subscribers/${id}`))).toEqual(terminated);
  });
});

test('the same person at another partner, and another person of the same name, stay as they are', async () => {
  const theirs = await api.partner();
  const same = bodies.subscriber();
  const other = dataOf(await theirs.post('/v1/subscribers', same, { key: 'theirs' }));
  const namesake = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  await owner.ok('note.create', { subscriberId: namesake.id, text: 'Ada is at home on Mondays.' });
  const { id } = dataOf(await partner.post('/v1/subscribers', same, { key: 'ours' }));
  dataOf(await partner.post(`/v1/subscribers/${id}/terminate`));
  const rows = () => api.sql`
    select to_jsonb(s)::text as row from subscriber s where s.id in (${other.id}, ${namesake.id})
    union all select to_jsonb(e)::text from event e where e.resource_id in (${other.id}, ${namesake.id})
    union all select to_jsonb(a)::text from audit_entry a where a.resource_id in (${other.id}, ${namesake.id})
    union all select to_jsonb(n)::text from note n where n.subscriber_id = ${namesake.id}
    union all select to_jsonb(k)::text from idempotency_key k where k.provider_id = ${theirs.providerId}
    order by row`;
  await api.logRequests();
  const before = [...(await rows())];
  await owner.ok('subscriber.erase', { id, confirm: 'Ada Lovelace' });
  await eraseLogsNow();
  expect([...(await rows())]).toEqual(before);
  const logged = await api.sql`
    select 1 from api_request where provider_id = ${theirs.providerId} and request_body like ${`%${same.email}%`}`;
  expect(logged).toHaveLength(1);
  const repeated = await theirs.post('/v1/subscribers', same, { key: 'theirs' });
  expect(dataOf(repeated)).toEqual(other);
});

test('a long search of the log ends in a later run, and that of another account comes between', async () => {
  const other = await newOwner();
  const theirs = await clientOf(other);
  const searches = () => api.sql<{ account: string; is_begun: boolean }[]>`
    select provider_id as account, searched_to > '' as is_begun from erasure order by created_at`;
  const logged = (account: Partner) => api.sql`
    select 1 from api_request where provider_id = ${account.providerId} and request_body like '%Longsought%'`;
  for (const [account, { ok }] of [
    [partner, owner],
    [theirs, other],
  ] as const) {
    const { id } = dataOf(
      await account.post('/v1/subscribers', bodies.subscriber({ lastName: 'Longsought' })),
    );
    dataOf(await account.post(`/v1/subscribers/${id}/terminate`));
    await ok('subscriber.erase', { id, confirm: 'Ada Longsought' });
  }
  await api.logRequests();
  const { providerId } = partner;
  await api.sql`
    insert into api_request select (jsonb_populate_record(call, jsonb_build_object('id', (call).id || i))).*
    from (select a as call from api_request a where provider_id = ${providerId} and request_body like '%Longsought%' limit 1) calls (call),
      generate_series(1, 600) i`;
  await api.sql`update erasure set next_attempt_at = now() - interval '1 second'`;
  await eraseDueLogs({ budgetMs: 1, searchMs: 0 });
  expect(await searches()).toMatchObject([{ account: providerId, is_begun: true }]);
  expect(await logged(partner)).not.toHaveLength(0);
  for (let run = 0; run < 5; run++) await eraseDueLogs({ budgetMs: 1, searchMs: 0 });
  expect([...(await searches()), ...(await logged(partner))]).toEqual([]);
});

test('a repeated request gets its stored answer without the personal data, and creates nothing', async () => {
  const body = bodies.subscriber({ street: 'Kenyatta Avenue 12', city: 'Nairobi', country: 'KE' });
  const first = dataOf(await partner.post('/v1/subscribers', body, { key: 'repeated' }));
  dataOf(await partner.post(`/v1/subscribers/${first.id}/terminate`));
  await owner.ok('subscriber.erase', { id: first.id, confirm: 'Ada Lovelace' });
  await eraseLogsNow();
  const again = await partner.post('/v1/subscribers', body, { key: 'repeated' });
  expect(again.status).toBe(201);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(dataOf(again)).toMatchObject({ id: first.id, firstName: 'Erased', email: 'erased@erased.invalid' });
});

test('a dry run shows the event and leaves every table as it is', async () => {
  const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  dataOf(await partner.post(`/v1/subscribers/${id}/terminate`));
  const before = await digestOfTables(api);
  const input = { procedure: 'subscriber.erase', input: { id, confirm: 'Ada Lovelace' } };
  const answer: DryRunAnswer = await owner.ok('dryRun.run', input);
  expect(answer.refusal).toBeNull();
  expect(answer.events.map(({ type }) => type)).toEqual(['subscriber.deleted']);
  expect(await digestOfTables(api)).toEqual(before);
});

test('a note or an edit that waits for the erasure stores nothing', async () => {
  const subscriber = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  const { id } = subscriber;
  dataOf(await partner.post(`/v1/subscribers/${id}/terminate`));
  const answers = await Promise.all([
    owner.call('subscriber.erase', { id, confirm: 'Ada Lovelace' }),
    ...Array.from({ length: 4 }, (_, n) =>
      owner.call('note.create', { subscriberId: id, text: `Note ${n}` }),
    ),
    ...Array.from({ length: 4 }, () =>
      partner.put(`/v1/subscribers/${id}`, bodies.subscriber({ email: subscriber.email })),
    ),
  ]);
  for (const { status } of answers) expect([200, 400, 409]).toContain(status);
  const [erasing] = answers;
  // An edit that came first may have replaced the name or phone; the erasure then includes it.
  expect(erasing?.status).toBe(200);
  expect(await api.sql`select 1 from note where subscriber_id = ${id}`).toHaveLength(0);
  expect(dataOf(await partner.get(`/v1/subscribers/${id}`))).toMatchObject({ firstName: 'Erased' });
  expect((await eventTypes(partner, id)).at(-1)).toBe('subscriber.deleted');
});

describe('audit entries', () => {
  let id: string;
  beforeAll(async () => {
    ({ id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber())));
    dataOf(await partner.post(`/v1/subscribers/${id}/terminate`));
  });

  const change = (set: string) =>
    api.sql.begin(async (tx) => {
      await tx`select set_config('demarc.erased_subscriber', ${id}, true)`;
      await tx.unsafe(
        `update audit_entry set ${set} where resource_id = '${id}' and action = 'subscriber.create'`,
      );
      throw new Error('admitted');
    });
  const withName = (name: string) =>
    `changes = jsonb_set(changes::jsonb, '{firstName,after}', '"${name}"')::text`;

  test('cannot be erased before the subscriber is', async () => {
    await expect(change(withName('Erased'))).rejects.toThrow('audit entries are never changed');
  });

  test.each([
    ['another text', withName('Grace')],
    ['another number', `changes = jsonb_set(changes::jsonb, '{subscriptionCount}', '7')::text`],
    ['a removed field', `changes = (changes::jsonb - 'email')::text`],
    ['an added field', `changes = (changes::jsonb || '{"a": "[erased]"}')::text`],
    ['another type', `changes = jsonb_set(changes::jsonb, '{email,after}', '["[erased]"]')::text`],
    ['another actor', `actor_name = '[erased]'`],
    ['another action', `action = '[erased]'`],
  ])('of an erased subscriber cannot get %s', async (_, set) => {
    await owner.call('subscriber.erase', { id, confirm: 'Ada Lovelace' });
    await expect(change(withName('Erased'))).rejects.toThrow('admitted');
    await expect(change(set)).rejects.toThrow('audit entries are never changed');
  });
});
