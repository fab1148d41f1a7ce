import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';

/** Makes a migrated, empty database for one test file and gives its address. The run's end removes it. */
export async function freshDatabase(): Promise<string> {
  const template = inject('templateDatabase');
  const url = new URL(inject('applicationUrl'));
  const admin = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} });
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${url.username}`);
  await admin.end();
  url.pathname = `/${name}`;
  return url.href;
}
