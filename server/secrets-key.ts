import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from './env.ts';

/**
 * The 32 bytes that encrypt stored secrets: `SECRETS_KEY`, else the key in `DATA_DIR`. The first call creates that
 * file, readable by this user only.
 * @throws Error when the stored key is not 32 bytes in base64
 */
export function secretsKey(source: Pick<typeof env, 'SECRETS_KEY' | 'DATA_DIR'> = env): Buffer {
  if (source.SECRETS_KEY) return Buffer.from(source.SECRETS_KEY, 'base64');
  const path = fileOf(source.DATA_DIR);
  const key = Buffer.from(read(path) ?? make(path), 'base64');
  if (key.length !== 32) throw new Error(`${path} does not hold 32 bytes in base64`);
  return key;
}

/** Whether there is a secrets key, so that `secretsKey` creates none. */
export function hasSecretsKey({
  SECRETS_KEY,
  DATA_DIR,
}: Pick<typeof env, 'SECRETS_KEY' | 'DATA_DIR'>): boolean {
  return SECRETS_KEY !== undefined || existsSync(fileOf(DATA_DIR));
}

const fileOf = (dataDir: string) => join(dataDir, 'secrets.key');

/**
 * The keys that encrypted what is stored: the present one, and during a rotation the one before.
 * @throws Error as `secretsKey`
 */
export function secretsKeys(
  source: Pick<typeof env, 'SECRETS_KEY' | 'SECRETS_KEY_PREVIOUS' | 'DATA_DIR'> = env,
): readonly [current: Buffer, previous?: Buffer] {
  const current = secretsKey(source);
  return source.SECRETS_KEY_PREVIOUS
    ? [current, Buffer.from(source.SECRETS_KEY_PREVIOUS, 'base64')]
    : [current];
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

function make(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o711 });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    // The file appears complete or not at all, and never replaces the key of another process.
    linkSync(unfinished, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished);
  }
  return readFileSync(path, 'utf8').trim();
}
