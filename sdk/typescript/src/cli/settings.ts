import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Demarc } from '../client.ts';
import type { Hooks } from '../transport.ts';
import { type Given, type Io, UsageError } from './command.ts';

/** The server and the credentials of the commands. */
export type Settings = { baseUrl: string; accessId: string; accessSecret: string };

const DEFAULT_BASE_URL = 'http://127.0.0.1:3000';

/** What the environment sets, before what `demarc login` stored. A profile on the command line comes before it. */
export function environment(given: Given) {
  const { DEMARC_BASE_URL, DEMARC_ACCESS_ID, DEMARC_ACCESS_SECRET } = process.env;
  if (given.text('profile') !== undefined) return {};
  return { baseUrl: DEMARC_BASE_URL, accessId: DEMARC_ACCESS_ID, accessSecret: DEMARC_ACCESS_SECRET };
}

/** The folder of everything that the commands store: `~/.config/demarc`. */
export function folder(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'demarc');
}

const DEFAULT_PROFILE = 'default';

/** @throws UsageError for a name that could be a path */
function profileOf(given: Given): string {
  const name = given.text('profile') ?? (process.env.DEMARC_PROFILE || DEFAULT_PROFILE);
  if (!/^[\w-]{1,40}$/.test(name))
    throw new UsageError('A profile has a name of at most 40 letters, digits, - and _.');
  return name;
}

/** The file of a profile. That of the default one is older than profiles. */
function fileOf(profile: string): string {
  return profile === DEFAULT_PROFILE
    ? join(folder(), 'config.json')
    : join(folder(), 'profiles', `${profile}.json`);
}

/** The names of the stored profiles. */
export function profiles(): string[] {
  const others = existsSync(join(folder(), 'profiles')) ? readdirSync(join(folder(), 'profiles')) : [];
  const named = others.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  return [...(existsSync(fileOf(DEFAULT_PROFILE)) ? [DEFAULT_PROFILE] : []), ...named.sort()];
}

/** Writes a file that only its owner can read. It replaces the old one as a whole. */
export function writePrivately(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, content, { mode: 0o600 });
  // `mode` holds for a new file only.
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}

/** @returns the path of the file */
export function storeSettings(given: Given, settings: Settings): string {
  const file = fileOf(profileOf(given));
  writePrivately(file, `${JSON.stringify(settings, null, 2)}\n`);
  return file;
}

/** @returns the path of the removed file */
export function forgetSettings(given: Given): string {
  const file = fileOf(profileOf(given));
  rmSync(file, { force: true });
  return file;
}

/** @throws UsageError for a damaged file */
function storedSettings(given: Given): Partial<Settings> {
  const file = fileOf(profileOf(given));
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}. Run demarc login again.`);
  }
}

/** The address of the server without a choice of its own. */
export function defaultBaseUrl(given: Given): string {
  return environment(given).baseUrl ?? storedSettings(given).baseUrl ?? DEFAULT_BASE_URL;
}

/**
 * Credentials and server: of a profile on the command line, else of the environment, else those of `demarc login`. Id and secret are
 * never mixed.
 * @throws UsageError without credentials
 */
export function settings(given: Given): Settings {
  const { baseUrl, accessId, accessSecret } = environment(given);
  if (Boolean(accessId) !== Boolean(accessSecret))
    throw new UsageError('Set both DEMARC_ACCESS_ID and DEMARC_ACCESS_SECRET, or none of them.');
  if (accessId && accessSecret) return { baseUrl: baseUrl ?? defaultBaseUrl(given), accessId, accessSecret };
  const stored = storedSettings(given);
  if (!stored.accessId || !stored.accessSecret) throw missing(profileOf(given));
  return {
    baseUrl: baseUrl ?? stored.baseUrl ?? DEFAULT_BASE_URL,
    accessId: stored.accessId,
    accessSecret: stored.accessSecret,
  };
}

function missing(profile: string): UsageError {
  if (profile === DEFAULT_PROFILE)
    return new UsageError(
      'There are no credentials. Run demarc login, or set DEMARC_ACCESS_ID and DEMARC_ACCESS_SECRET.',
    );
  const known = profiles().join(', ');
  const others = known ? ` There are ${known}.` : '';
  return new UsageError(`There is no profile ${profile}.${others} Run demarc login --profile ${profile}.`);
}

/** A client with the credentials of the command. It says when it repeats a request. */
export function client(
  given: Given,
  io: Pick<Io, 'note'>,
  options: { maxRetries?: number; timeoutMs?: number } = {},
): Demarc {
  const onRetry: Hooks['onRetry'] = ({ method, path, error, status, waitMs, attempt }) => {
    const cause = error instanceof Error ? error.message : `${method} ${path}: ${status}`;
    io.note(`${cause}. Attempt ${attempt + 1} in ${(waitMs / 1_000).toFixed(1)} s.`);
  };
  return new Demarc({ ...settings(given), hooks: { onRetry }, ...options });
}
