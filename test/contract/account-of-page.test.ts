import { expect, test } from 'vitest';
import { createPartner } from '../../server/domain/partner/create.ts';
import { createUploadHandler } from '../../server/portal/upload-import.ts';
import { origin } from './portal-helpers.ts';
import { usePortal } from './staff-helpers.ts';

const upload = createUploadHandler([origin]);
const portal = usePortal({ '/api/imports/': async (req, res) => upload(req, res) });
const { api, owner, tokenOf, newEmail } = portal;

type Person = { cookie: string };

/** A request as a page sends it that was loaded for an account. */
async function send(person: Person, account: string, path: string, init: RequestInit = {}) {
  const { cookie } = person;
  const answer = await fetch(api.base + path, {
    ...init,
    headers: { origin, 'content-type': 'application/json', cookie, 'x-demarc-account': account },
  });
  const body = await answer.json();
  const selected = answer.headers.get('x-demarc-account');
  return { status: answer.status, error: body.error?.data?.envelope?.error ?? body.error, selected };
}

const change = (person: Person, account: string, name: string, input: object) =>
  send(person, account, `/api/trpc/${name}`, { method: 'POST', body: JSON.stringify(input) });

test('what a person sends from a page of an organisation that removed them reaches no other organisation', async () => {
  const [host, guest] = [await owner(), await owner()];
  const { link } = await host.ok('team.invite', { email: guest.email, role: 'owner' });
  expect((await guest.auth('/accept-invitation', { token: tokenOf(link) })).status).toBe(200);
  await guest.ok('session.switchProvider', { providerId: host.providerId });
  const stranger = { email: newEmail(), role: 'admin' };
  const { members } = await host.ok('team.get');
  const { id } = members.find(({ email }: { email: string }) => email === guest.email);
  await host.ok('team.remove', { id });

  expect(await change(guest, host.providerId, 'team.invite', stranger)).toEqual({
    status: 409,
    error: 'CONFLICT',
    selected: guest.providerId,
  });
  expect((await guest.ok('team.get')).invitations).toEqual([]);
  expect((await change(guest, guest.providerId, 'team.invite', stranger)).status).toBe(200);
});

test('a window that shows the sandbox changes and reads nothing once another window selected the live account', async () => {
  const person = await owner();
  const live = await createPartner({ name: 'Partner', email: person.email, livemode: true });
  const file = { method: 'POST', body: 'First name,Last name\nAda,Lovelace\n' };
  const upload = '/api/imports/subscribers?name=a.csv';
  expect((await send(person, person.providerId, upload, file)).status).toBe(201);
  expect((await send(person, person.providerId, '/api/trpc/plan.list?input={}')).status).toBe(200);
  await person.ok('session.switchProvider', { providerId: live.providerId });

  expect(await send(person, person.providerId, upload, file)).toMatchObject({
    status: 409,
    selected: live.providerId,
  });
  expect((await send(person, person.providerId, '/api/trpc/plan.list?input={}')).status).toBe(409);
  const back = { providerId: person.providerId };
  expect((await change(person, person.providerId, 'session.switchProvider', back)).status).toBe(200);
  expect((await send(person, person.providerId, upload, file)).status).toBe(201);
});
