import { type ClientOptions, Inngest } from 'inngest';
import { SECOND_MS } from '../clock.ts';

/** Time in which the Inngest server answers, in ms. The SDK then tries again, a few times. */
const ANSWER_MS = 10 * SECOND_MS;

/** Answers requests of the SDK in place of an Inngest server, while a local runner is connected. */
type LocalServer = (request: Request) => Promise<Response>;

const localServers = new WeakMap<Inngest.Any, { current: LocalServer | null; remote: boolean }>();

type ClientChoice = {
  id: string;
  /** The connection to the Inngest server; null when background functions run in this process. */
  server: Pick<ClientOptions, 'baseUrl' | 'eventKey' | 'signingKey' | 'isDev'> | null;
  logger?: ClientOptions['logger'];
};

/**
 * An Inngest client whose requests a local runner can answer in this process. The SDK redirects `send` and
 * `step.sendEvent` only by the `fetch` of the client, which is set before a runner starts.
 */
export function createClient({ id, server, logger }: ClientChoice): Inngest {
  const link: { current: LocalServer | null; remote: boolean } = { current: null, remote: server !== null };
  const client = new Inngest({
    id,
    // Requests in the process need no signature. The mode is explicit because the SDK would read the environment.
    ...(server ?? { isDev: true, baseUrl: 'http://inngest.local' }),
    ...(logger && { logger }),
    aiMetadata: false,
    fetch: (input, init) => {
      if (server) return fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(ANSWER_MS) });
      if (!link.current) throw new Error(`No job runner is started in this process (client "${id}")`);
      return link.current(new Request(input, init));
    },
  });
  localServers.set(client, link);
  return client;
}

/** Whether `client` has an Inngest server or a local runner. A command-line tool has neither. */
export function canSend(client: Inngest.Any): boolean {
  const link = localServers.get(client);
  return link !== undefined && (link.remote || link.current !== null);
}

/**
 * Connects `server` to the client until the returned function is called.
 * @throws Error when `createClient` did not create the client, when it uses an Inngest server, or when it is connected
 */
export function connectLocally(client: Inngest.Any, server: LocalServer): () => void {
  const link = localServers.get(client);
  if (!link)
    throw new Error(`Client "${client.id}" was not created by createClient: its events cannot be captured`);
  if (link.remote)
    throw new Error(`Client "${client.id}" uses an Inngest server: a local runner would run jobs twice`);
  if (link.current) throw new Error(`Client "${client.id}" has a local runner already`);
  link.current = server;
  return () => {
    if (link.current === server) link.current = null;
  };
}
