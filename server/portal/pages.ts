import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type next from 'next';
import { namesOwnSession } from '../auth/session-cookie.ts';
import { staffSession } from '../auth/staff.ts';
import type { Refusal } from '../contract/errors.ts';
import { ACCOUNT_HEADER } from '../contract/portal/account-header.ts';
import { env } from '../env.ts';
import { dropWriteConditions, pageFault } from '../http/page-fault.ts';
import { pathOf } from '../http/path-of.ts';
import { createPlacesOfAddresses } from '../http/places-of-address.ts';
import { log } from '../log.ts';
import { accountFault } from './account-of-page.ts';
import { createPageLimit, isFile } from './page-limit.ts';
import { routerTreeFault } from './router-tree-fault.ts';
import { headersOf } from './trpc.ts';

/** A page takes up to 40 ms of the thread, and pages of one turn of the event loop would take it for their sum. */
const ONE_PAGE = { places: 1, ofAddress: 1 };

/**
 * The pages, which Next answers. They are loaded by the first call of `load` or the first request.
 * @param dev whether they are reloaded when their sources change
 */
export function createPages(dev: boolean) {
  const limit = createPageLimit();
  // Next adds an `upgrade` listener to the server that it gets. This server never listens: the transport forwards Next's
  // reload socket in development.
  const upgrades = createServer();
  let loading: Promise<ReturnType<typeof next>> | undefined;

  /** @throws Error when the pages cannot be loaded */
  function load() {
    loading ??= prepare();
    return loading;
  }

  async function prepare() {
    const { default: create } = await import('next');
    const { HOST: hostname, PORT: port } = env;
    const pages = create({ dev, hostname, port, httpServer: upgrades });
    await pages.prepare();
    return pages;
  }

  const places = {
    files: createPlacesOfAddresses(),
    documentation: createPlacesOfAddresses(ONE_PAGE),
    ofPeople: createPlacesOfAddresses(ONE_PAGE),
    ofStrangers: createPlacesOfAddresses(ONE_PAGE),
  };

  function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    return places[kindOf(req)].answer(req, res, () => answerPage(req, res));
  }

  /** Addresses take turns, and a stranger may have hundreds. Their pages do not delay those of people who have signed in. */
  function kindOf({ url = '', headers }: IncomingMessage): keyof typeof places {
    if (isFile(url)) return 'files';
    if (pathOf(url).startsWith('/docs')) return 'documentation';
    return namesOwnSession(headers.cookie) ? 'ofPeople' : 'ofStrangers';
  }

  async function answerPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
    dropWriteConditions(req);
    try {
      const malformed = dev ? null : (pageFault(req) ?? (await limit(req)) ?? (await routerTreeFault(req)));
      const fault = malformed ?? (await otherAccount(req));
      if (fault) res.writeHead(fault.status, { ...fault.headers, connection: 'close' }).end();
      else await (await load()).getRequestHandler()(req, res);
    } catch (error) {
      // The query of some pages has a token.
      log.error({ err: error, path: pathOf(req.url) }, 'page failed');
      if (!res.headersSent) res.writeHead(500);
      res.end();
    }
  }

  return {
    load,
    answer,
    /** Hands Next the reload socket of a page in development. */
    takeReload: (req: IncomingMessage, socket: Socket, head: Buffer) =>
      upgrades.emit('upgrade', req, socket, head),
    close: async () => (await loading)?.close(),
  };
}

/**
 * The refusal of a page that is opened from a page of another account. The router of such a page then loads the page as a whole, so that
 * no page is shown below the name of another account.
 */
async function otherAccount(req: IncomingMessage): Promise<Refusal | null> {
  if (req.headers[ACCOUNT_HEADER] === undefined) return null;
  const session = await staffSession(headersOf(req));
  return session && accountFault(req, session);
}

export type Pages = ReturnType<typeof createPages>;
