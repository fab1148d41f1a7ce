import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { readBody } from '../../http/read-body.ts';
import { jsonIn, objectOf } from '../../json-values.ts';

/** A call of Demarc to an external system. */
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The body, read as a form and as JSON; each is empty for a body of the other kind. */
  form: URLSearchParams;
  json: Record<string, unknown>;
};

/** Without a body for an empty answer. */
export type Answer = { status: number; body?: object };

/** A stand-in for the API of one system: answers its calls, and null for a path that it does not have. */
export type Api = (call: Call) => Answer | null | Promise<Answer | null>;

/** What all stand-ins share. */
export type Outside = {
  /** The demo's provider. */
  providerId: string;
  /** The address of Demarc on this machine, to which the stand-ins report. */
  origin: string;
  log: Pick<Logger, 'warn'>;
  /** The time after which a payer who does nothing at the phone pays, in ms. */
  payerWaitsMs: number;
};

/** Serves stand-ins on a port of this machine; their paths differ, so one address has all of them. */
export async function serveApis(apis: readonly Api[], log: Outside['log']) {
  const server = createServer((req, res) => {
    answer(apis, req, res).catch((err: unknown) => {
      log.warn({ err }, 'a stand-in of the demo failed');
      if (!res.headersSent) res.writeHead(500);
      res.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(apis: readonly Api[], req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname: path, searchParams: query } = new URL(req.url ?? '/', 'http://outside');
  const text = (await readBody(req)).toString();
  const isForm = req.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  const call: Call = {
    ...{ method: req.method ?? '', path, query, headers: req.headers },
    form: new URLSearchParams(isForm ? text : ''),
    json: isForm ? {} : objectOf(jsonIn(text)),
  };
  for (const api of apis) {
    const made = await api(call);
    if (!made) continue;
    res
      .writeHead(made.status, { 'content-type': 'application/json' })
      .end(made.body && JSON.stringify(made.body));
    return;
  }
  res.writeHead(404).end();
}
