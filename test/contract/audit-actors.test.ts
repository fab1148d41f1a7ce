import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { runDueRows } from '../../server/api/run-job.ts';
import { EXPORT_PATH, exportCsv } from '../../server/portal/export.ts';
import { eventually } from '../fixtures/eventually.ts';
import { bodies, dataOf } from './helpers.ts';
import { createDraft } from './portal-helpers.ts';
import { usePortal } from './staff-helpers.ts';

const portal = usePortal({ [EXPORT_PATH]: exportCsv });
const { api, browser, owner, member, newEmail, tokenOf, password } = portal;

type Entry = {
  action: string;
  actorType: string;
  actorName: string;
  actorEmail: string | null;
  what: { text: string }[];
};

async function entriesOf(
  person: { ok: (name: string, input: object) => Promise<{ data: Entry[] }> },
  input: object = {},
) {
  return (await person.ok('audit.list', { limit: 100, ...input })).data;
}

const rename = (
  person: { call: (name: string, input: object) => Promise<{ status: number; error?: unknown }> },
  name: string,
) => person.call('profile.rename', { name });

test('an entry has the name and the email address of the person at that time, in the CSV too', async () => {
  const ada = await owner();
  await ada.ok('profile.rename', { name: 'Ada Obi' });
  await ada.ok('accessCredential.create', { label: 'Billing export' });
  const next = newEmail();
  await api.sql`update staff_user set name = 'Ada Eze', email = ${next} where email = ${ada.email}`;
  await ada.signIn(next, ada.partner.owner.password);
  await ada.ok('organisation.update', { country: 'KE' });

  const entries = await entriesOf(ada);
  expect(entries.find(({ action }) => action === 'accessCredential.create')).toMatchObject({
    actorType: 'staff',
    actorName: 'Ada Obi',
    actorEmail: ada.email,
  });
  expect(entries.find(({ action }) => action === 'organisation.update')).toMatchObject({
    actorName: 'Ada Eze',
    actorEmail: next,
  });
  await eventually(async () => {
    const [signedIn] = (await entriesOf(ada)).filter(({ action }) => action === 'sign_in.succeeded');
    expect(signedIn).toMatchObject({ actorName: 'Ada Eze', actorEmail: next });
  });

  const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ');
  const file = await fetch(`${api.base}${EXPORT_PATH}audit`, { headers: { cookie } });
  const [head = '', ...lines] = (await file.text()).trim().split('\r\n');
  expect(head).toContain('Actor name,Actor email');
  expect(lines.filter((line) => line.includes('accessCredential.create')).join()).toContain(
    `Ada Obi,${ada.email}`,
  );
  expect(lines.filter((line) => line.includes('organisation.update')).join()).toContain(`Ada Eze,${next}`);
});

test('a key is named as a key, and an integration as an integration, whatever their names are', async () => {
  const ada = await owner();
  await ada.ok('profile.rename', { name: 'Ada Obi' });
  // A key may have the name of a person, because every reader sees that it is a key.
  const key = await ada.ok('accessCredential.create', { label: 'Ada Obi' });
  const headers = {
    'x-access-id': key.accessId,
    'x-access-secret': key.accessSecret,
    'content-type': 'application/json',
  };
  const made = await fetch(`${api.base}/v1/plans`, {
    method: 'POST',
    headers,
    body: JSON.stringify(bodies.plan()),
  });
  expect(made.status).toBe(201);
  const [entry] = await entriesOf(ada, { actorType: 'credential' });
  expect(entry).toMatchObject({ actorName: 'Ada Obi', actorEmail: null });
  expect(entry?.what.map(({ text }) => text).join('')).toMatch(/^API key Ada Obi created/);
  const file = await fetch(`${api.base}${EXPORT_PATH}audit?actorType=credential`, {
    headers: { cookie: ada.cookie },
  });
  const [, line = ''] = (await file.text()).split('\r\n');
  expect(line).toContain(',API key Ada Obi,');
});

test.each([
  ['of automatic work', 'Billing Run', 400],
  ['of the operator', 'Operator', 400],
  ['of the product, with a Cyrillic letter', 'D\u0435marc', 400],
  ['of another member', 'Grace', 409],
  ['of another member in another case', 'GRACE', 409],
  ['of another member with an invisible character', 'Gra\u200bce', 409],
  ['of another member in full width', 'Ｇｒａｃｅ', 409],
  ['of another member in Cyrillic', 'Grасе', 400],
  ['of a key', 'Billing  export', 409],
  ['of a sandbox key from the live account', 'bi11ing export', 409],
  ['of an integration', 'Splynx Nairobi', 409],
  ['of nothing visible', '\u3164', 400],
  ['of direction marks', 'A\u202eecarG', 400],
])('a person cannot take a name %s', async (_, name, status) => {
  const { ada, mallory, grace } = await team();
  const before = (await mallory.ok('profile.get')).name;
  const answer = await rename(mallory, name);
  expect(answer.status).toBe(status);
  expect(answer.error).toMatchObject({ rejectionReasons: [{ field: 'name', message: expect.any(String) }] });
  expect((await mallory.ok('profile.get')).name).toBe(before);

  // The same check at the acceptance of an invitation.
  const { link } = await ada.ok('team.invite', { email: newEmail(), role: 'viewer' });
  const joined = await browser().auth('/accept-invitation', { token: tokenOf(link), name, password });
  expect(joined.status).toBe(status);
  expect(joined.body.message).not.toContain('body.name');
  expect(joined.body.code).toBeOneOf(['INVALID_NAME', 'NAME_TAKEN']);
  expect((await rename(grace, 'Grace')).status).toBe(200);
});

let shared: ReturnType<typeof makeTeam> | undefined;

/** One team for all names: an owner, two members, a key and an integration. */
function team() {
  shared ??= makeTeam();
  return shared;
}

async function makeTeam() {
  const ada = await owner();
  const grace = await member(ada, 'viewer');
  const mallory = await member(ada, 'viewer');
  await ada.ok('accessCredential.create', { label: 'Billing export' });
  await ada.ok('integration.create', { name: 'Splynx Nairobi', adapter: 'splynx' });
  return { ada, grace, mallory };
}

test('the address of another member is no name, and the own one is', async () => {
  const { ada, mallory } = await team();
  expect((await rename(mallory, ada.email)).status).toBe(400);
  expect((await rename(mallory, ada.email.replaceAll(/[@.]/g, ' '))).status).toBe(409);
  expect((await rename(mallory, mallory.email)).status).toBe(200);
});

test('of two members who take one name at the same time one succeeds', async () => {
  const ada = await owner();
  const people = [await member(ada, 'viewer'), await member(ada, 'viewer'), await member(ada, 'viewer')];
  const answers = await Promise.all(people.map((person) => rename(person, 'Wanjiru')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('a person with an account chooses another name to join a team that has it, in all organisations', async () => {
  const [ada, bob] = [await owner(), await owner()];
  const grace = await member(ada, 'admin');
  await member(bob, 'viewer');
  const { link } = await bob.ok('team.invite', { email: grace.email, role: 'viewer' });
  const token = tokenOf(link);
  expect(await grace.auth('/accept-invitation', { token })).toMatchObject({
    status: 409,
    body: { code: 'NAME_TAKEN' },
  });
  expect(await grace.auth('/accept-invitation', { token, name: 'Operator' })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_NAME' },
  });
  expect((await grace.auth('/accept-invitation', { token, name: 'Grace Hopper' })).status).toBe(200);
  for (const { ok } of [ada, bob]) {
    const { members } = await ok('team.get');
    expect(members.map(({ name }: { name: string }) => name)).toContain('Grace Hopper');
  }
  const [renamed] = (await entriesOf(ada)).filter(({ action }) => action === 'member.renamed');
  expect(renamed).toMatchObject({ actorName: 'Grace Hopper', actorEmail: grace.email });

  // The name has to fit all organisations of the person, and each has the entry of a change.
  await ada.ok('profile.rename', { name: 'Ada Obi' });
  expect((await rename(grace, 'ada obi')).status).toBe(409);
  await grace.ok('profile.rename', { name: 'Grace Murray' });
  for (const each of [ada, bob]) {
    const [last] = (await entriesOf(each)).filter(({ action }) => action === 'member.renamed');
    expect(last).toMatchObject(each === ada ? { actorName: 'Grace Hopper' } : { actorName: 'Grace Hopper' });
  }
});

/** Subscribers with a mark in the name. */
async function subscribers(
  partner: Awaited<ReturnType<typeof owner>>['partner'],
  mark: string,
  count: number,
) {
  for (let i = 0; i < count; i++) {
    dataOf(
      await partner.post(
        '/v1/subscribers',
        bodies.subscriber({ firstName: 'Wanjiku', lastName: `${mark} ${i}` }),
      ),
    );
  }
}

test('a job that another person resumes runs on as that person', async () => {
  const ada = await owner();
  await ada.ok('profile.rename', { name: 'Ada Obi' });
  const grace = await member(ada, 'admin');
  const mark = randomUUID().slice(0, 8);
  await subscribers(ada.partner, mark, 3);
  const call = { action: 'subscribers.suspend', filter: { q: mark } };
  const { id, correlationId } = await ada.ok('job.createBulk', { ...call, total: 3 });
  await ada.ok('job.stop', { id });
  const resumed = await grace.ok('job.resume', { id });
  expect(resumed).toMatchObject({
    ...{ staffName: 'Grace', staffEmail: grace.email },
    ...{ creatorName: 'Ada Obi', creatorEmail: ada.email },
  });
  // The entries name the person as of the moment of each row.
  await grace.ok('profile.rename', { name: 'Grace Hopper' });
  await runDueRows({ providerId: ada.providerId, budgetMs: 60_000 });
  const rows = await api.sql`
    select action, actor_type, actor_name, actor_email from audit_entry
    where provider_id = ${ada.providerId} and (correlation_id = ${correlationId} or resource_id = ${id}) order by id`;
  const by = (action: string) =>
    rows
      .filter((row) => row.action === action)
      .map((row) => [row.actor_type, row.actor_name, row.actor_email]);
  expect(by('job.create')).toEqual([['staff', 'Ada Obi', ada.email]]);
  expect(by('job.resume')).toEqual([['staff', 'Grace', grace.email]]);
  const hopper = ['staff', 'Grace Hopper', grace.email];
  const ofRows = rows.filter(({ action }) => action.startsWith('subscriber.'));
  expect(ofRows.map((row) => [row.actor_type, row.actor_name, row.actor_email])).toEqual([
    hopper,
    hopper,
    hopper,
  ]);
  expect(by('job.complete')).toEqual([hopper]);

  // The timeline of a customer names that person for the event too, although Ada has entries with the same correlation id.
  const [event] =
    await api.sql`select id, resource_id from event where correlation_id = ${correlationId} limit 1`;
  const { data } = await ada.call('subscriber.activity', { subscriberId: event?.resource_id });
  const entry = data.entries.find(({ eventId }: { eventId: string | null }) => eventId === event?.id);
  expect(entry.actor).toBe('Grace Hopper');
});

test('a job that a person may not run does not run as the one who may', async () => {
  const ada = await owner();
  const grace = await member(ada, 'viewer');
  const mark = randomUUID().slice(0, 8);
  await subscribers(ada.partner, mark, 1);
  const { id } = await ada.ok('job.createBulk', {
    action: 'subscribers.suspend',
    filter: { q: mark },
    total: 1,
  });
  await ada.ok('job.stop', { id });
  expect((await grace.call('job.resume', { id })).status).toBe(403);
});

test('an import runs as who checked it, and then as who started it', async () => {
  const ada = await owner();
  const grace = await member(ada, 'admin');
  const draft = await createDraft(api, ada, {
    type: 'plans',
    fileName: 'plans.csv',
    columns: ['Name'],
    rows: [{ Name: 'Home 20' }],
  });
  const defaults = {
    ...{
      planType: 'RESIDENTIAL',
      downloadSpeedMbps: '20',
      uploadSpeedMbps: '5',
      billingCycleDays: '30',
      priceAmount: '25',
      priceCurrency: 'USD',
    },
  };
  const { id } = draft;
  const work = () => runDueRows({ providerId: ada.providerId, budgetMs: 60_000 });
  expect(await grace.ok('job.check', { id, mapping: { planName: 'Name' }, defaults })).toMatchObject({
    staffEmail: grace.email,
  });
  await work();
  expect(await ada.ok('job.start', { id })).toMatchObject({ staffEmail: ada.email });
  await work();
  const rows = await api.sql`
    select action, actor_email from audit_entry
    where provider_id = ${ada.providerId} and (resource_id = ${id} or action = 'plan.create') order by id`;
  const emails = Object.fromEntries(rows.map((row) => [row.action, row.actor_email]));
  expect(emails).toMatchObject({
    ...{ 'job.check': grace.email, 'job.finish_check': grace.email },
    ...{ 'job.start': ada.email, 'plan.create': ada.email, 'job.complete': ada.email },
  });
});
