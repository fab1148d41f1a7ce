import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Inngest, InngestFunction, Logger } from 'inngest';
import { serve } from 'inngest/node';
import { MINUTE_MS, realNow, SECOND_MS } from '../clock.ts';
import { Refusal } from '../contract/errors.ts';
import { jsonTextFault } from '../contract/json-faults.ts';
import { readBody } from '../http/read-body.ts';
import { type InngestEnv, usesInngestServer } from './client.ts';

export const INNGEST_PATH = '/api/inngest';

/** Calls contain ids and step results, which are smaller. */
const MAX_BODY_BYTES = 1024 * 1024;

/** How long a signature is valid for the SDK, in ms. */
const SIGNATURE_LASTS_MS = 5 * MINUTE_MS;

type InngestHandlerChoice = {
  client: Inngest.Any;
  functions: readonly InngestFunction.Any[];
  env: InngestEnv & { readonly NODE_ENV: string };
  log: Logger;
};

/**
 * The endpoint that an Inngest server calls, at `INNGEST_PATH`. It refuses unsigned calls unless INNGEST_DEV is set.
 * @returns null when it must not be mounted: background functions run in this process, or production has no signing key
 */
export function inngestHandler({
  client,
  functions,
  env,
  log,
}: InngestHandlerChoice): RequestListener | null {
  if (!usesInngestServer(env)) return null;
  if (env.NODE_ENV === 'production' && !env.INNGEST_SIGNING_KEY) {
    log.warn(`${INNGEST_PATH} is not mounted: set INNGEST_SIGNING_KEY, or no job will run here`);
    return null;
  }
  const handle = serve({ client, functions, servePath: INNGEST_PATH, enableUnauthedSync: false });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!env.INNGEST_DEV && !mayBeSigned(request)) return refuse(response, 401);
    if (request.method !== 'POST' && request.method !== 'PUT') return handle(request, response);
    if (request.headers['content-length'] === undefined) return refuse(response, 411);
    const body = await readBody(request, MAX_BODY_BYTES);
    return jsonTextFault(body) ? refuse(response, 400) : handle(replayed(request, body), response);
  };
  return (request, response) => {
    // Malformed JSON and broken connections reject here, before the signature is checked.
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof Refusal)) log.warn({ err: error }, 'a call of the Inngest endpoint failed');
      if (!response.headersSent) refuse(response, error instanceof Refusal ? error.status : 400);
    });
  };
}

/**
 * Whether a call has a signature of the right form and time. The SDK parses the body and writes it in another form before it checks the
 * signature, so what cannot be signed is refused first, and what may be signed has few values.
 */
function mayBeSigned({ headers }: IncomingMessage): boolean {
  const signature = new URLSearchParams(String(headers['x-inngest-signature'] ?? ''));
  const at = Number(signature.get('t') ?? Number.NaN) * SECOND_MS;
  return (
    Math.abs(realNow().getTime() - at) <= SIGNATURE_LASTS_MS &&
    /^[0-9a-f]{64}$/.test(signature.get('s') ?? '')
  );
}

/** A request as the SDK reads it, with the body that has been read. */
function replayed({ method, url, headers, socket }: IncomingMessage, body: Buffer): IncomingMessage {
  return Object.assign(Readable.from([body]), { method, url, headers, socket }) as unknown as IncomingMessage;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
