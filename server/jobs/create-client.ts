import { type ClientOptions, Inngest } from 'inngest';

/** Answers the requests the SDK would make to an Inngest server; set while a local runner drives the client. */
export type LocalServer = (request: Request) => Promise<Response>;

const localServers = new WeakMap<Inngest.Any, { current: LocalServer | null; remote: boolean }>();

export interface ClientChoice {
  id: string;
  /** Where the Inngest server is and how to speak to it; null: jobs run in this process. */
  server: Pick<ClientOptions, 'baseUrl' | 'eventKey' | 'signingKey' | 'isDev'> | null;
  logger?: ClientOptions['logger'];
}

/**
 * An Inngest client whose every request can be answered inside this process.
 *
 * The SDK knows no other way to redirect `send` and `step.sendEvent` than the client's `fetch`, which is fixed
 * when the client is made, long before a runner starts.
 */
export function createClient({ id, server, logger }: ClientChoice): Inngest {
  const link: { current: LocalServer | null; remote: boolean } = { current: null, remote: server !== null };
  const client = new Inngest({
    id,
    // In-process there is nobody to sign for; explicit, because the SDK would read the environment otherwise.
    ...(server ?? { isDev: true, baseUrl: 'http://inngest.local' }),
    ...(logger && { logger }),
    aiMetadata: false,
    fetch: (input, init) => {
      if (server) return fetch(input, init);
      if (!link.current) throw new Error(`No job runner is started in this process (client "${id}")`);
      return link.current(new Request(input, init));
    },
  });
  localServers.set(client, link);
  return client;
}

/** Whether an event sent by `client` would reach anybody. False in a command-line tool, for instance. */
export function canSend(client: Inngest.Any): boolean {
  const link = localServers.get(client);
  return link !== undefined && (link.remote || link.current !== null);
}

/**
 * Lets `server` answer what `client` sends, until the returned function is called.
 * @throws Error when the client was not made by `createClient`, talks to a real server, or is taken already
 */
export function connectLocally(client: Inngest.Any, server: LocalServer): () => void {
  const link = localServers.get(client);
  if (!link)
    throw new Error(`Client "${client.id}" was not made by createClient: its events cannot be captured`);
  if (link.remote)
    throw new Error(`Client "${client.id}" uses an Inngest server: a local runner would run jobs twice`);
  if (link.current) throw new Error(`Client "${client.id}" has a local runner already`);
  link.current = server;
  return () => {
    if (link.current === server) link.current = null;
  };
}
