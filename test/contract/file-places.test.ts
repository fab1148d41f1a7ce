import { expect, test } from 'vitest';
import { exportCsv } from '../../server/portal/export.ts';
import { usePortal } from './staff-helpers.ts';

const { api, owner: newOwner, member } = usePortal({ '/api/export/': exportCsv });

const PATH = '/api/export/plans';

test('a person has eight files at a time, and leaves the others of the account theirs', async () => {
  const owner = await newOwner();
  const viewer = await member(owner, 'viewer');
  const files: Promise<number>[] = [];
  await api.sql.begin(async (tx) => {
    await tx`lock table plan in access exclusive mode`;
    files.push(...Array.from({ length: 8 }, () => viewer.get(PATH)));
    await expect
      .poll(
        () => tx`select from pg_locks where not granted and relation = 'plan'::regclass
        and database = (select oid from pg_database where datname = current_database())`,
      )
      .toHaveLength(8);
    expect(await viewer.get(PATH)).toBe(429);
    files.push(owner.get(PATH));
  });
  expect(await Promise.all(files)).toEqual(Array(9).fill(200));
  expect(await viewer.get(PATH)).toBe(200);
});
