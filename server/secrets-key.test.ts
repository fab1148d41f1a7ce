import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secretsKey } from './secrets-key.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'demarc-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('SECRETS_KEY is used if it is set', () => {
  const given = Buffer.alloc(32, 9);
  expect(secretsKey({ SECRETS_KEY: given.toString('base64'), DATA_DIR: folder })).toEqual(given);
});

test('without SECRETS_KEY a key is created in DATA_DIR, readable by this user only, and reused', () => {
  const source = { SECRETS_KEY: undefined, DATA_DIR: join(folder, 'new') };
  const made = secretsKey(source);
  expect(made).toHaveLength(32);
  expect(secretsKey(source)).toEqual(made);
  expect(statSync(join(source.DATA_DIR, 'secrets.key')).mode & 0o777).toBe(0o600);
  expect(secretsKey({ ...source, DATA_DIR: folder })).not.toEqual(made);
});

test('a damaged key throws and is not replaced', () => {
  writeFileSync(join(folder, 'secrets.key'), 'c2hvcnQ=');
  expect(() => secretsKey({ SECRETS_KEY: undefined, DATA_DIR: folder })).toThrow('32 bytes');
});
