import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Demarc } from '../src/client.ts';
import type { DemarcOptions } from '../src/transport.ts';

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** Answers a request. */
export type Step = (response: ServerResponse, seen: Seen) => void;

/** An answer in the envelope. */
export function answer(data: unknown, { status = 200, meta, headers = {} }: AnswerOptions = {}): Step {
  return (response) =>
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'x-correlation-id': CORRELATION_ID,
        ...headers,
      })
      .end(JSON.stringify({ success: true, data, meta, correlationId: CORRELATION_ID }));
}

/** A failure in the envelope. */
export function failure(status: number, body: object = {}, headers: Record<string, string> = {}): Step {
  const reasons = [{ field: '_', code: 'CONFLICT', message: 'No.' }];
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(
      JSON.stringify({
        ...{ success: false, error: 'NO', rejectionReasons: reasons, correlationId: CORRELATION_ID },
        ...body,
      }),
    );
}

/** Breaks the connection. */
export const reset: Step = (response) => void response.socket?.destroy();

/** Never answers. */
export const hang: Step = () => {};

export const CORRELATION_ID = '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c';

type AnswerOptions = { status?: number; meta?: object; headers?: Record<string, string> };

/** A server that answers each request with the next step, the last one again and again. */
export async function scripted(...steps: [Step, ...Step[]]) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { method = '', url = '', headers } = request;
    const one = { method, url, headers, body };
    const step = steps[Math.min(seen.length, steps.length - 1)] as Step;
    seen.push(one);
    step(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock: DemarcOptions['clock'] = {
    random: () => 1,
    sleep: async (ms) => void waits.push(ms),
  };
  return {
    seen,
    /** The waits between attempts, in ms. */
    waits,
    baseUrl,
    client: (options: Partial<DemarcOptions> = {}) =>
      new Demarc({ accessId: 'id', accessSecret: 'secret', baseUrl, clock, ...options }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
