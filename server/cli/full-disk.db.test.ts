import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bundled } from '../../test/fixtures/bundled.ts';
import { lowFloors, newCustomer } from '../../test/fixtures/customer.ts';
import { newProvider } from '../../test/fixtures/provider.ts';
import { hasSmallDisk, onSmallDisk } from '../../test/fixtures/small-disk.ts';
import { useDatabase } from '../../test/fixtures/use-database.ts';

const held = useDatabase();
const folder = mkdtempSync(join(tmpdir(), 'demarc-full-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(name: string, ...args: string[]) {
  const command = [process.execPath, await bundled(new URL(`./${name}.ts`, import.meta.url)), ...args];
  return onSmallDisk(folder, command, { NODE_ENV: 'test', DATABASE_URL: held.current.url });
}

describe.skipIf(!hasSmallDisk)('a full disk', () => {
  test('ends an export with the reason, and no part of the archive is left', async () => {
    await lowFloors(held.current);
    const provider = await newProvider(held.current);
    const at = new Date('2026-03-01T08:00:00.000Z');
    for (let n = 0; n < 20; n++) await newCustomer(provider, held.current, at);
    const { status, stdout, stderr } = await run(
      ...(['partner', 'export', provider.providerId, '--to', join(folder, 'account.tar.gz')] as const),
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: 'left: \n' });
    expect(stderr).toContain('ENOSPC: no space left on device');
  });

  test('ends a bundle for support with the reason', async () => {
    const { status, stderr } = await run('doctor', '--bundle', join(folder, 'bundle.tar.gz'));
    expect(status).toBe(1);
    expect(stderr).toContain('ENOSPC: no space left on device');
  });
});
