import { beforeAll, describe, expect, test } from 'vitest';
import { appRouter } from '../../server/api/root.ts';
import { activeSubscription, bodies, dataOf } from './helpers.ts';
import { createInstallation } from './installation-helpers.ts';
import { usePortal } from './staff-helpers.ts';

const { api, owner, member } = usePortal();
type Owner = Awaited<ReturnType<typeof owner>>;
type Member = Awaited<ReturnType<typeof member>>;

let ada: Owner;
let peter: Member;
let other: Member;
beforeAll(async () => {
  ada = await owner();
  peter = await member(ada, 'technician');
  other = await member(ada, 'technician');
});

/** An installation of a technician. */
const visitOf = (technician: Member, over: object = {}) =>
  createInstallation(ada.partner, { technician: technician.email, ...over });

/** Reads are GET and writes POST, whatever the name. */
async function query(person: { cookie: string }, name: string, input: object) {
  const url = `${api.base}/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const answer = await fetch(url, { headers: { cookie: person.cookie } });
  return { status: answer.status, data: (await answer.json()).result?.data };
}

describe('the technician of an installation', () => {
  test('the email address of a member gives the visit to the member, and the name is stored', async () => {
    const { installation, patch } = await visitOf(peter);
    const { members } = await ada.ok('team.get');
    const { name } = members.find(({ id }: { id: string }) => id === peter.id);
    expect(installation.technician).toBe(name);
    expect(idsOf(await peter.ok('visit.list'))).toContain(installation.id);
    dataOf(await patch({ technician: other.email.toUpperCase() }));
    expect(idsOf(await peter.ok('visit.list'))).not.toContain(installation.id);
    expect(idsOf(await other.ok('visit.list'))).toContain(installation.id);
    dataOf(await patch({ technician: null }));
    expect(idsOf(await other.ok('visit.list'))).not.toContain(installation.id);
  });

  test('a name belongs to no member, also that of one', async () => {
    const { installation } = await createInstallation(ada.partner, { technician: 'Grace' });
    expect(installation.technician).toBe('Grace');
    expect(idsOf(await peter.ok('visit.list'))).not.toContain(installation.id);
  });

  test('a viewer, a former member and a member of another organisation are names alone', async () => {
    const bob = await owner();
    const stranger = await member(bob, 'technician');
    const viewer = await member(ada, 'viewer');
    const gone = await member(ada, 'technician');
    await ada.ok('team.remove', { id: gone.id });
    for (const { email } of [stranger, viewer, gone]) {
      const { installation } = await createInstallation(ada.partner, { technician: email });
      expect(installation.technician).toBe(email);
    }
    expect(await stranger.ok('visit.list')).toEqual([]);
  });

  test('members with visits and further names are suggested, and those of another organisation are not', async () => {
    const own = await owner();
    const technician = await member(own, 'technician');
    await member(own, 'viewer');
    await createInstallation(own.partner, { technician: 'Jane Contractor' });
    await createInstallation(own.partner, { technician: technician.email });
    const { data } = await query(own, 'installation.technicians', {});
    expect(data.members.map(({ email }: { email: string }) => email).sort()).toEqual(
      [own.email, technician.email].sort(),
    );
    expect(data.names).toEqual(['Jane Contractor']);
  });
});

describe('visits', () => {
  test('a visit has what is needed, and no other field of the customer', async () => {
    const { installation, subscriber, plan, point } = await visitOf(peter, {
      feeAmount: 50,
      scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const visit = await peter.ok('visit.get', { id: installation.id });
    expect(visit).toEqual({
      id: installation.id,
      ...{ kind: 'INITIAL', status: 'PENDING_PAYMENT' },
      ...{ scheduledAt: installation.scheduledAt, windowEndsAt: installation.windowEndsAt },
      ...{ startedAt: null, installedAt: null, notes: null, serialNumber: null, macAddress: null },
      customer: `${subscriber.firstName} ${subscriber.lastName}`,
      phone: subscriber.phone,
      plan: plan.planName,
      place: point.name,
      address: null,
      ...{ latitude: point.latitude, longitude: point.longitude },
      feeDue: { amount: 50, currency: 'USD' },
    });
  });

  test('the address is that of the place, else that of the customer', async () => {
    const { installation, subscriber, point } = await visitOf(peter);
    const read = async () => (await peter.ok('visit.get', { id: installation.id })).address;
    const address = { street: 'Ngong Road 12', city: 'Nairobi' };
    dataOf(await ada.partner.put(`/v1/subscribers/${subscriber.id}`, bodies.subscriber(address)));
    await api.sql`update demarcation_point set street = null, city = null, region = null, postal_code = null, country = null where id = ${point.id}`;
    expect(await read()).toMatch(/^Ngong Road 12, Nairobi/);
    await api.sql`update demarcation_point set street = 'Kilimani 4' where id = ${point.id}`;
    expect(await read()).toBe('Kilimani 4');
  });

  test('the next appointment is first, one without an appointment last, and what is done today behind it', async () => {
    const own = await owner();
    const technician = await member(own, 'technician');
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const make = async (over: object) =>
      (await createInstallation(own.partner, { technician: technician.email, ...over })).installation
        .id as string;
    const later = await make({ scheduledAt: at(5) });
    const open = await make({});
    const sooner = await make({ scheduledAt: at(1) });
    const done = await make({ scheduledAt: at(2) });
    const past = await make({});
    await technician.ok('visit.finish', { id: done });
    await technician.ok('visit.finish', { id: past });
    await api.sql`update installation set installed_at = now() - interval '2 days' where id = ${past}`;
    expect(idsOf(await technician.ok('visit.list'))).toEqual([sooner, later, open, done]);
  });

  test('a start is kept by a second start', async () => {
    const { installation, read } = await visitOf(peter);
    const { startedAt } = await peter.ok('visit.start', { id: installation.id });
    expect(Date.now() - Date.parse(startedAt)).toBeLessThan(60_000);
    expect((await peter.ok('visit.start', { id: installation.id })).startedAt).toBe(startedAt);
    expect(await read()).toMatchObject({ startedAt, status: 'AWAITING_INSTALLATION' });
  });

  test('a finished visit is activated, with the router and the note', async () => {
    const { installation, read, patch } = await visitOf(peter);
    dataOf(await patch({ notes: 'Gate code 4471' }));
    await peter.ok('visit.addNote', { id: installation.id, note: 'Dog in the yard' });
    await peter.ok('visit.finish', {
      id: installation.id,
      ...{ serialNumber: 'HGU-1', macAddress: '4c5e0c123456', note: 'Roof' },
    });
    expect(await read()).toMatchObject({
      status: 'ACTIVATED',
      ...{ serialNumber: 'HGU-1', macAddress: '4C:5E:0C:12:34:56' },
      notes: 'Gate code 4471\nDog in the yard\nRoof',
    });
    const again = await peter.call('visit.finish', { id: installation.id });
    expect([again.status, again.error.error]).toEqual([400, 'installation_terminal']);
  });

  test('a finished visit with an unpaid fee is activated with the payment', async () => {
    const { installation, read, pay } = await visitOf(peter, { feeAmount: 50 });
    await peter.ok('visit.finish', { id: installation.id });
    expect(await read()).toMatchObject({ status: 'PENDING_PAYMENT', installedAt: expect.any(String) });
    dataOf(await pay());
    expect((await read()).status).toBe('ACTIVATED');
  });

  test('400 OUT_OF_RANGE for notes that are too long together, and nothing is changed', async () => {
    const { installation, read, patch } = await visitOf(peter);
    const notes = 'x'.repeat(1_990);
    dataOf(await patch({ notes }));
    const note = 'y'.repeat(10);
    const refused = await peter.call('visit.finish', { id: installation.id, note });
    expect(refused.status).toBe(400);
    expect(refused.error.rejectionReasons).toMatchObject([{ field: 'note', code: 'OUT_OF_RANGE' }]);
    expect(await read()).toMatchObject({ notes, status: 'AWAITING_INSTALLATION' });
    await peter.ok('visit.addNote', { id: installation.id, note: note.slice(1) });
  });

  test('404 for the visits of others, as for an unknown one, and nothing is changed', async () => {
    const bob = await owner();
    const stranger = await member(bob, 'technician');
    const { installation, read } = await visitOf(peter);
    const before = await read();
    for (const id of [installation.id, 'inst_none']) {
      for (const person of [other, stranger, ada]) {
        expect((await person.call('visit.get', { id })).status).toBe(404);
        for (const [name, input] of [
          ['visit.start', { id }],
          ['visit.finish', { id }],
          ['visit.addNote', { id, note: 'x' }],
        ] as const) {
          const { status, error } = await person.call(name, input);
          expect([name, status, error.error]).toEqual([name, 404, 'NOT_FOUND']);
        }
      }
    }
    expect(await read()).toEqual(before);
  });
});

test('403 for a technician from every procedure that is not the person’s own or a visit', async () => {
  const { subscriber } = await activeSubscription(ada.partner);
  const procedures = Object.keys(appRouter._def.procedures).filter(
    (name) => !/^(visit|profile|session)\./.test(name),
  );
  expect(procedures.length).toBeGreaterThan(150);
  for (const name of procedures) {
    const { type } =
      (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[name]?._def ?? {};
    const input = { id: subscriber.id };
    const status =
      type === 'query' ? (await query(peter, name, input)).status : (await peter.call(name, input)).status;
    expect([name, status]).toEqual([name, 403]);
  }
});

test.each(['/api/export/subscribers', '/api/export/installations', '/api/statement.csv'])(
  'a technician cannot download %s',
  async (path) => {
    expect(await peter.get(path)).not.toBe(200);
  },
);

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
