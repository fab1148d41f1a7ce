import { assignment, jsonOf, textOf } from './assignment.ts';
import { type Command, type Given, UsageError } from './command.ts';
import { client } from './settings.ts';

/** A command that sends one request. */
export function apiCall(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'): Command {
  const isWrite = method !== 'GET';
  const name = method.toLowerCase();
  return {
    usage: `${name} PATH${isWrite ? ' [FIELD=TEXT] [FIELD:=JSON]' : ' [PARAMETER=TEXT]'}`,
    summary: `Sends ${method} and prints the answer.`,
    details: isWrite
      ? `
PATH is from /v1 on, such as subscribers or subscribers/sub_…. Fields of the body are texts (firstName=Ada) or JSON
(priceAmount:=29.99). A write has a new idempotency key unless you give one.`
      : `
PATH is from /v1 on, such as subscribers or 'subscribers?limit=5'. Parameters may follow: status=active.`,
    options: isWrite
      ? {
          data: {
            type: 'string',
            short: 'd',
            value: 'JSON',
            about: 'The body; @FILE reads a file, - standard input.',
          },
          'dry-run': { type: 'boolean', about: 'Run it and roll it back; meta.dryRun has the events.' },
          'idempotency-key': { type: 'string', value: 'KEY', about: 'Makes repeating the command harmless.' },
        }
      : {},
    async run(given, io) {
      const [path, ...fields] = given.positionals;
      if (path === undefined) throw new UsageError(`PATH is missing, such as demarc ${name} subscribers.`);
      const { url, body } = isWrite
        ? { url: pathOf(path), body: bodyOf(given, fields) }
        : { url: withQuery(pathOf(path), fields), body: undefined };
      const options = { dryRun: given.has('dry-run'), idempotencyKey: given.text('idempotency-key') };
      const answer = await client(given, io).request(method, url, body, options);
      io.result(JSON.stringify(answer, null, 2), answer);
    },
  };
}

/** A path from `/v1` on. */
export function pathOf(path: string): string {
  if (/^https?:/.test(path))
    throw new UsageError('PATH has no server: that is of demarc login, or DEMARC_BASE_URL.');
  return `/v1/${path.replace(/^\/*(v1\/+)?/, '')}`;
}

function withQuery(path: string, fields: string[]): string {
  if (fields.length === 0) return path;
  const query = new URLSearchParams();
  for (const [name, value] of fields.map(assignment))
    query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

function bodyOf(given: Given, fields: string[]): unknown {
  const data = given.text('data');
  if (data !== undefined && fields.length > 0) throw new UsageError('Give --data or fields, not both.');
  if (data !== undefined) return jsonOf(readData(data), '--data');
  if (fields.length === 0) return undefined;
  return Object.fromEntries(fields.map(assignment));
}

function readData(data: string): string {
  if (data === '-') return textOf(data);
  return data.startsWith('@') ? textOf(data.slice(1)) : data;
}
