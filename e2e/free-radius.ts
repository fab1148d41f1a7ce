import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { command, runProgram } from './command.ts';

/** Flows that run at the same time share the role, so each sets the same password. */
const PASSWORD = 'accounts-for-browser-flows';

/**
 * Writes what FreeRADIUS's stock queries write for a session, signed in to the database by the role that the product
 * makes for FreeRADIUS.
 */
export async function connectFreeRadius() {
  const stdout = await commandWithPassword();
  const settings = Object.fromEntries(stdout.split('\n').map((line) => line.split('=')));
  const sql = postgres({
    host: settings.host,
    port: Number(settings.port),
    database: settings.database,
    username: settings.role,
    password: PASSWORD,
    max: 1,
  });
  return {
    close: () => sql.end(),
    /** Starts a session. @returns functions that send its later accounting */
    async start(session: { username: string; nas: string; ip?: string }) {
      const id = randomUUID();
      const { username, nas, ip = '100.64.0.9' } = session;
      await sql`
        insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime,
          acctsessiontime, acctinputoctets, acctoutputoctets, framedipaddress)
        values (${id.slice(0, 8)}, ${id}, ${username}, ${nas}, now(), now(), 0, 0, 0, ${ip})`;
      return {
        /** Bytes from and to the customer since the start. */
        interim: (input: number, output: number) => sql`
          update radius.radacct set acctupdatetime = now(), acctinputoctets = ${input}, acctoutputoctets = ${output}
          where acctuniqueid = ${id}`,
        stop: (cause: string) => sql`
          update radius.radacct set acctstoptime = now(), acctterminatecause = ${cause} where acctuniqueid = ${id}`,
      };
    },
  };
}

async function commandWithPassword(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'demarc-radius-'));
  const file = join(folder, 'password');
  try {
    writeFileSync(file, PASSWORD);
    return await command('radius-role', '--password-file', file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the network sweep of a minute now. It counts usage and throttles sessions past their cap. */
export async function sweepNetwork(): Promise<void> {
  await runProgram('--import', 'tsx', 'e2e/sweep-network.ts');
}
