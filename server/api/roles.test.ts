import { TRPCError } from '@trpc/server';
import { expect, test } from 'vitest';
import { importTypes } from '../contract/portal/import-fields.ts';
import { type Role, roles } from '../contract/roles.ts';
import type { ApiContext } from './context.ts';
import { refusalOf } from './refusal.ts';
import { appRouter } from './root.ts';
import { permissionOf } from './routers/job.ts';

type Procedure = (call: object) => Promise<unknown>;

// tRPC's types do not say that a procedure can be called with one object.
const procedures = appRouter._def.procedures as unknown as Record<
  string,
  Procedure & { _def: { type: string } }
>;
const changes = Object.keys(procedures).filter((name) => procedures[name]?._def.type === 'mutation');

/** Changes each role may make, by area; every role but the technician may read, and no role below may do more. */
const money = ['charge', 'payment', 'plan', 'receipt', 'refund'];
const customers = ['networkSession', 'subscriber', 'subscription', 'demarcationPoint', 'installation'];
const emails = ['email', 'message', 'announcement'];
const notes = ['note', 'tag'];
/**
 * A dry run and a job check the permission of the changes that they run. A saved view changes the portal only, a profile and
 * what was read of the notifications their person.
 */
const everyone = ['session', 'dryRun', 'savedView', 'job', 'notification', 'profile'];
const visits = 'visit';
const may: Record<Role, (area: string) => boolean> = {
  owner: () => true,
  admin: (area) => area !== 'team',
  billing: (area) => [...money, ...emails, ...notes, ...everyone].includes(area),
  support: (area) => [...customers, visits, ...emails, ...notes, ...everyone].includes(area),
  viewer: (area) => everyone.includes(area),
  technician: (area) => [visits, 'session', 'profile'].includes(area),
};

/** Changes within an area of customers that the role billing may make. */
const ofMoney = [
  'subscriber.adjustCredit',
  'subscription.extendGrace',
  'subscriber.createPageLink',
  'subscriber.revokePageLink',
];
/** Those of them that support may not make. */
const ofMoneyAlone = ['subscriber.adjustCredit'];

/** Changes within an area that an owner alone may make. */
const ofOwners = ['subscriber.erase', 'subscriber.exportData'];

/** Whether the role has the permission. The call then fails for its nonsense input, or for want of a database. */
async function isPermitted(name: string, role: Role, supportCollects = false): Promise<boolean> {
  const ctx: ApiContext = {
    providerId: 'prv_none',
    livemode: false,
    clockOffsetMs: 0,
    caller: {
      ...{ type: 'staff', id: 'somebody', name: 'Somebody', email: 'somebody@acme.example' },
      ...{ role, supportCollects },
    },
    correlationId: '00000000-0000-4000-8000-000000000000',
    staff: { sessionId: 'none', userId: 'somebody' },
  };
  const call = {
    ctx,
    path: name,
    type: procedures[name]?._def.type,
    getRawInput: async () => ({ nonsense: true }),
  };
  try {
    await procedures[name]?.({ ...call, input: undefined, signal: undefined, batchIndex: 0 });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(TRPCError);
    return refusalOf(error, {}).key !== 'FORBIDDEN';
  }
}

test.each(roles)('%s may call exactly the writes of its areas', async (role) => {
  expect(changes.length).toBeGreaterThan(30);
  for (const name of changes) {
    const area = name.split('.')[0] ?? '';
    const isGranted =
      (may[role](area) && !(role === 'support' && ofMoneyAlone.includes(name))) ||
      (role === 'billing' && ofMoney.includes(name));
    expect(await isPermitted(name, role), `${role} ${name}`).toBe(
      isGranted && (role === 'owner' || !ofOwners.includes(name)),
    );
  }
});

/** What support may do besides, where the organisation lets it collect payments. */
const ofCollecting = ['payment.collect', 'payment.create'];

test('the setting lets support collect payments, and gives no other permission to any role', async () => {
  for (const role of roles) {
    for (const name of changes) {
      const without = await isPermitted(name, role);
      const isAdded = role === 'support' && ofCollecting.includes(name);
      if (isAdded) expect(without, name).toBe(false);
      expect(await isPermitted(name, role, true), `${role} ${name}`).toBe(without || isAdded);
    }
  }
});

/** The roles that see revenue without the setting of the organisation. */
const seesRevenue: Role[] = roles.filter((role) => !['support', 'technician'].includes(role));

/** Reads that some roles may not make. */
const restrictedReads: Record<string, Role[]> = {
  'subscription.credentials': ['owner', 'admin', 'support'],
  'gatewayAccount.list': ['owner', 'admin'],
  'subscriber.pageLink': ['owner', 'admin', 'billing', 'support'],
  'messageAccount.list': ['owner', 'admin'],
  'invoice.totals': seesRevenue,
  'payment.totals': seesRevenue,
  'refund.totals': seesRevenue,
  'announcement.preview': ['owner', 'admin', 'billing', 'support'],
  'departure.totals': seesRevenue,
  'plan.priceImpact': ['owner', 'admin', 'billing'],
  'visit.list': ['owner', 'admin', 'support', 'technician'],
  'visit.get': ['owner', 'admin', 'support', 'technician'],
};

/** Reads of the technician besides: of the person alone. */
const ofThePerson = /^profile\./;

test('every role but the technician may read everything except network passwords, accounts at gateways, links of customers, revenue and previews of what it may not send', async () => {
  for (const role of roles) {
    for (const name of Object.keys(procedures).filter((each) => !changes.includes(each))) {
      const expected =
        restrictedReads[name]?.includes(role) ?? (role !== 'technician' || ofThePerson.test(name));
      expect(await isPermitted(name, role), `${role} ${name}`).toBe(expected);
    }
  }
});

test.each(Object.entries(importTypes))(
  'pages offer the import of %s with the permission of its rows',
  (name, { permission }) => {
    expect(permission).toBe(permissionOf(appRouter, name));
  },
);
