#!/usr/bin/env node
import { DemarcConnectionError, DemarcError } from '../errors.ts';
import { VERSION } from '../version.ts';
import { apiCall } from './api-call.ts';
import { clock } from './clock.ts';
import {
  type Command,
  CommandError,
  columns,
  type Given,
  helpOf,
  type Io,
  parse,
  UsageError,
} from './command.ts';
import { candidates, completion } from './completion.ts';
import { fixtures } from './fixtures.ts';
import { listen } from './listen.ts';
import { login, logout, profileList } from './login.ts';
import { logs } from './logs.ts';
import { events } from './resend.ts';
import { defaultBaseUrl } from './settings.ts';
import { trigger } from './trigger.ts';

const commands: Record<string, Command> = {
  login,
  logout,
  profiles: profileList,
  listen,
  events,
  trigger,
  fixtures,
  clock,
  logs,
  get: apiCall('GET'),
  post: apiCall('POST'),
  put: apiCall('PUT'),
  patch: apiCall('PATCH'),
  delete: apiCall('DELETE'),
  completion,
};

const exitCodes = { refused: 1, usage: 2, unreachable: 3 } as const;

function overview(): string {
  const rows = Object.values(commands).map(({ usage, summary }) => [usage.replace(/ [-[|].*/, ''), summary]);
  return [
    'demarc – try an integration with Demarc from a terminal',
    `Usage: demarc COMMAND [--profile NAME] [--json]\n\n${columns(rows)}`,
    'demarc COMMAND --help describes each. demarc --version prints the version.',
    'Exit codes: 0 done, 1 refused or failed, 2 wrong command line or no credentials, 3 the server cannot be reached.',
  ].join('\n\n');
}

function ioOf(json: boolean): Io {
  return {
    json,
    result: (text, value) => void process.stdout.write(`${json ? JSON.stringify(value) : text}\n`),
    note: (text) => void (json || process.stderr.write(`${text}\n`)),
  };
}

/** What went wrong, as text and as a value. */
function report(error: unknown, given: Given | undefined): { code: number; text: string; value: object } {
  if (error instanceof UsageError) return plain(exitCodes.usage, error.message);
  if (error instanceof CommandError) return plain(exitCodes.refused, error.message);
  if (error instanceof DemarcConnectionError) return plain(exitCodes.unreachable, error.message);
  if (!(error instanceof DemarcError)) throw error;
  const { status, errorCode, reasons, details, correlationId, message } = error;
  const help =
    errorCode && given
      ? `${defaultBaseUrl(given).replace(/\/v1\/?$|\/$/, '')}/docs/errors#${errorCode}`
      : undefined;
  const rows = [
    ...reasons.map(({ field, code, message: text }) => [field, code, text]),
    ...(details ? [['details', JSON.stringify(details)]] : []),
    ...(correlationId ? [['correlation id', correlationId, 'portal: Developers, API requests']] : []),
    ...(help ? [['help', help]] : []),
  ];
  const hint = status === 401 ? '\nRun demarc login with valid credentials.' : '';
  return {
    code: exitCodes.refused,
    text: `${message}\n${columns(rows)}${hint}`,
    value: { message, status, errorCode, reasons, details, correlationId, help },
  };
}

function plain(code: number, message: string) {
  return { code, text: message, value: { message } };
}

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  const json = rest.includes('--json');
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const about = name === 'help' && rest[0] ? commands[rest[0]] : undefined;
    process.stdout.write(`${about ? helpOf(about) : overview()}\n`);
    return name === undefined ? exitCodes.usage : 0;
  }
  if (name === '--version') {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  if (name === 'complete') {
    const words = rest[0] === '--' ? rest.slice(1) : rest;
    process.stdout.write(
      candidates(commands, words)
        .map((each) => `${each}\n`)
        .join(''),
    );
    return 0;
  }
  let given: Given | undefined;
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command)
      throw new UsageError(`There is no command ${name}. There are ${Object.keys(commands).join(', ')}.`);
    if (rest.includes('--help') || rest.includes('-h')) {
      process.stdout.write(`${helpOf(command)}\n`);
      return 0;
    }
    given = parse(command, rest);
    await command.run(given, ioOf(json));
    return 0;
  } catch (error) {
    const { code, text, value } = report(error, given);
    process.stderr.write(json ? `${JSON.stringify(value)}\n` : `demarc: ${text}\n`);
    return code;
  }
}

// The locks and folders of a command are released by the handlers of `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.exitCode = await main(process.argv.slice(2));
