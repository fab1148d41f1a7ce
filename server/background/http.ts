import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Inngest, InngestFunction, Logger } from 'inngest';
import { serve } from 'inngest/node';
import { type InngestEnv, usesInngestServer } from './client.ts';

export const INNGEST_PATH = '/api/inngest';
/** Calls contain ids and step results, which are smaller. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

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
  return (request, response) => {
    const refusal = bodyRefusal(request);
    if (refusal) return refuse(response, refusal);
    // Malformed JSON and broken connections reject here, before the signature is checked.
    Promise.resolve(handle(request, response)).catch((error: unknown) => {
      log.warn({ err: error }, 'a call of the Inngest endpoint failed');
      if (!response.headersSent) refuse(response, 400);
    });
  };
}

/** The SDK reads the body before it checks the signature, so its size is limited first. */
function bodyRefusal({ method, headers }: IncomingMessage): 411 | 413 | null {
  if (method !== 'POST' && method !== 'PUT') return null;
  if (headers['content-length'] === undefined) return 411;
  return Number(headers['content-length']) > MAX_BODY_BYTES ? 413 : null;
}

function refuse(response: ServerResponse, status: 400 | 411 | 413): void {
  response.writeHead(status, { connection: 'close' }).end();
}
