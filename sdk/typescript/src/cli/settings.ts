import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Demarc } from '../client.ts';
import { UsageError } from './command.ts';

/** The server and the credentials of the commands. */
export type Settings = { baseUrl: string; accessId: string; accessSecret: string };

const DEFAULT_BASE_URL = 'http://127.0.0.1:3000';

/** What the environment sets, before what `demarc login` stored. */
export function environment() {
  const { DEMARC_BASE_URL, DEMARC_ACCESS_ID, DEMARC_ACCESS_SECRET } = process.env;
  return { baseUrl: DEMARC_BASE_URL, accessId: DEMARC_ACCESS_ID, accessSecret: DEMARC_ACCESS_SECRET };
}

/** The folder of everything that the commands store: `~/.config/demarc`. */
export function folder(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'demarc');
}

const file = () => join(folder(), 'config.json');

/** Writes a file that nobody else can read. It replaces the old one as a whole. */
export function writePrivately(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content, { mode: 0o600 });
  // `mode` holds for a new file only.
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}

export function storeSettings(settings: Settings): string {
  writePrivately(file(), `${JSON.stringify(settings, null, 2)}\n`);
  return file();
}

export function forgetSettings(): string {
  rmSync(file(), { force: true });
  return file();
}

function storedSettings(): Partial<Settings> {
  try {
    return JSON.parse(readFileSync(file(), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new UsageError(`${file()} cannot be read: ${(error as Error).message}. Run demarc login again.`);
  }
}

/** The address of the server without a choice of its own. */
export function defaultBaseUrl(): string {
  return environment().baseUrl ?? storedSettings().baseUrl ?? DEFAULT_BASE_URL;
}

/**
 * Credentials and server: of the environment, else those of `demarc login`. Id and secret are never mixed.
 * @throws UsageError without credentials
 */
export function settings(): Settings {
  const { accessId, accessSecret } = environment();
  if (Boolean(accessId) !== Boolean(accessSecret))
    throw new UsageError('Set both DEMARC_ACCESS_ID and DEMARC_ACCESS_SECRET, or none of them.');
  const pair = accessId && accessSecret ? { accessId, accessSecret } : storedSettings();
  if (!pair.accessId || !pair.accessSecret)
    throw new UsageError(
      'There are no credentials. Run demarc login, or set DEMARC_ACCESS_ID and DEMARC_ACCESS_SECRET.',
    );
  return { baseUrl: defaultBaseUrl(), accessId: pair.accessId, accessSecret: pair.accessSecret };
}

/** A client with the stored credentials. */
export function client(options: { maxRetries?: number; timeoutMs?: number } = {}): Demarc {
  return new Demarc({ ...settings(), ...options });
}
