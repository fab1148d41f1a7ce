import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { prepareRadiusRole } from '../../server/radius/database-role.ts';
import { useApi } from '../contract/api.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../fixtures/database-proxy.ts';
import { type FreeRadius, startFreeRadius } from './freeradius.ts';

/**
 * The REST API, and a FreeRADIUS on the same database that signs in with a role like `demarc_radius`.
 * @param lockTimeout how long its statements wait for a lock, as PostgreSQL takes it; by default for ever
 * @param keepsEventTimestamp whether FreeRADIUS takes the router's time of a packet, as without the guide's policy
 * @param buffers whether FreeRADIUS keeps accounting while the database is away
 */
export function useNetwork({
  lockTimeout,
  keepsEventTimestamp = false,
  buffers = false,
}: {
  lockTimeout?: string;
  keepsEventTimestamp?: boolean;
  buffers?: boolean;
} = {}) {
  const api = useApi();
  const held = {} as { radius: FreeRadius; role: string; path: DatabaseProxy };

  beforeAll(async () => {
    const role = `radius_${randomBytes(4).toString('hex')}`;
    // Characters that a shell, sed or FreeRADIUS's configuration may expand.
    const password = `/&;|$HOME$\{x}%{y}#!~\`id\`${randomBytes(6).toString('hex')}`;
    await prepareRadiusRole(api.sql, password, role);
    const [row] = await api.sql<{ name: string }[]>`select current_database() as name`;
    if (lockTimeout) await api.sql.unsafe(`alter role ${role} set lock_timeout = '${lockTimeout}'`);
    held.role = role;
    held.path = await startDatabaseProxy(inject('adminUrl'));
    const { hostname, port } = new URL(held.path.url);
    const connection = { host: hostname, port, database: row?.name ?? '', role, password };
    held.radius = await startFreeRadius(connection, { keepsEventTimestamp, buffers });
  });
  afterAll(async () => {
    await held.radius?.stop();
    await held.path?.close();
  });

  return {
    api,
    get radius() {
      return held.radius;
    },
    /** The path from FreeRADIUS to the database, which faults can cut. */
    get path() {
      return held.path;
    },
    /** The database role of FreeRADIUS. */
    get role() {
      return held.role;
    },
  };
}
