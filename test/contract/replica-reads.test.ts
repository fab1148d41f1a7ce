import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { database, openDatabaseReplica } from '../../server/db/client.ts';
import { EXPORT_PATH, exportCsv } from '../../server/portal/export.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../fixtures/database-proxy.ts';
import { freshDatabase } from '../fixtures/fresh-database.ts';
import { useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

const portal = createPortalHandler([origin]);
const api = useApi({}, (req, res) => {
  const path = req.url ?? '';
  if (path.startsWith('/api/auth/')) return staffAuthHandler(req, res);
  return path.startsWith(EXPORT_PATH) ? exportCsv(req, res) : portal(req, res);
});
let staff: Staff;
let proxy: DatabaseProxy;
beforeAll(async () => {
  staff = await signedInPartner(api);
  dataOf(await staff.post('/v1/plans', bodies.plan({ planName: 'Only in the primary' })));
  // An empty database of the same server: what it answers shows where a read went.
  proxy = await startDatabaseProxy(await freshDatabase());
  openDatabaseReplica(proxy.url, 2);
});
afterAll(() => proxy.close());

const isUsed = async () => {
  await database().replica?.check();
  return database().replica?.db() !== null;
};
const audited = async () =>
  (await callAs(api, staff, { name: 'audit.list', type: 'query' }, {})).data.meta.total;
const exported = async () =>
  (await fetch(`${api.base}${EXPORT_PATH}plans`, { headers: { cookie: staff.cookie } })).text();
const listed = async () => (await staff.get('/v1/plans')).body.meta.total;

test('logs and exports are read from the replica, lists of the API from the primary', async () => {
  expect(await isUsed()).toBe(true);
  expect(await audited()).toBe(0);
  expect(await exported()).not.toContain('Only in the primary');
  expect(await listed()).toBe(1);
});

test('the primary answers while the replica is away, and in the moment in which it is lost', async () => {
  await proxy.become('refuse');
  // The process has not noticed yet.
  expect(database().replica?.db()).not.toBe(null);
  expect(await audited()).toBeGreaterThan(0);
  expect(await exported()).toContain('Only in the primary');
  expect(await isUsed()).toBe(false);
  expect(await audited()).toBeGreaterThan(0);
  await proxy.become('pass');
  await expect.poll(isUsed).toBe(true);
  expect(await audited()).toBe(0);
});
