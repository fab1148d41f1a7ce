import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Demarc } from '../client.ts';
import { type Command, UsageError } from './command.ts';
import { defaultBaseUrl, environment, forgetSettings, profiles, storeSettings } from './settings.ts';

export const login: Command = {
  usage: 'login [--profile NAME] [--base-url URL] [--access-id ID] [--access-secret-stdin]',
  summary: 'Stores the address of a server and the credentials of an account.',
  details: `
It prompts for what is not given, checks it with the server, and stores it in ~/.config/demarc/config.json, which only you can
read. The portal creates credentials under Developers; the first start of a server prints those of its demo account.

With --profile NAME it stores them beside others, and each command takes that option; DEMARC_PROFILE names the profile of all.
DEMARC_BASE_URL, DEMARC_ACCESS_ID and DEMARC_ACCESS_SECRET come before what is stored, but not before --profile.`,
  options: {
    'base-url': { type: 'string', value: 'URL', about: 'The server, such as https://demarc.example.' },
    'access-id': { type: 'string', value: 'ID', about: 'The access id.' },
    'access-secret-stdin': { type: 'boolean', about: 'Read the secret from standard input.' },
  },
  async run(given, io) {
    const known = environment(given);
    const readsSecret = given.has('access-secret-stdin');
    const baseUrl = given.text('base-url') ?? known.baseUrl ?? (await ask('Server', defaultBaseUrl(given)));
    const accessId = given.text('access-id') ?? known.accessId ?? (await ask('Access id'));
    const accessSecret = readsSecret
      ? (await readAll()).trim()
      : (known.accessSecret ?? (await ask('Access secret', undefined, true)));
    const settings = { baseUrl, accessId, accessSecret };
    const account = await new Demarc({ ...settings, maxRetries: 1 }).provider.retrieve();
    const path = storeSettings(given, settings);
    const { name, livemode } = account;
    io.result(`Signed in to ${name} (${livemode ? 'live' : 'sandbox'}) at ${baseUrl}. Stored in ${path}.`, {
      ...{ name, livemode, baseUrl, path },
    });
  },
};

export const logout: Command = {
  usage: 'logout [--profile NAME]',
  summary: 'Removes the stored credentials.',
  async run(given, io) {
    const path = forgetSettings(given);
    io.result(`Removed ${path}.`, { path });
  },
};

export const profileList: Command = {
  usage: 'profiles',
  summary: 'Lists the stored profiles.',
  async run(_, io) {
    const names = profiles();
    io.result(names.join('\n') || 'There are none. Run demarc login.', names);
  },
};

/** Reads an answer from the terminal. A secret is not shown. */
async function ask(question: string, fallback?: string, isSecret = false): Promise<string> {
  if (!process.stdin.isTTY) {
    if (fallback) return fallback;
    throw new UsageError(
      `${question} is missing, and there is no terminal for a prompt. See demarc login --help.`,
    );
  }
  let isMuted = false;
  const output = new Writable({
    write(chunk, _, done) {
      if (!isMuted) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      terminal.once('SIGINT', () => reject(new UsageError('Cancelled.')));
      terminal.question(`${question}${fallback ? ` [${fallback}]` : ''}: `, resolve);
      isMuted = isSecret;
    });
    if (isSecret) process.stderr.write('\n');
    const value = answer.trim() || fallback;
    if (!value) throw new UsageError(`${question} is missing.`);
    return value;
  } finally {
    terminal.close();
  }
}

async function readAll(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text;
}
