import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type next from 'next';
import { staffSession } from '../auth/staff.ts';
import type { Refusal } from '../contract/errors.ts';
import { ACCOUNT_HEADER } from '../contract/portal/account-header.ts';
import { env } from '../env.ts';
import { dropUnusedHeaders, pageFault } from '../http/page-fault.ts';
import { pathOf } from '../http/path-of.ts';
import { log } from '../log.ts';
import { accountFault } from './account-of-page.ts';
import { createPlacesOfPages } from './places-of-pages.ts';
import { routerTreeFault } from './router-tree-fault.ts';
import { createPageLimit } from './session-limit.ts';
import { headersOf } from './trpc.ts';

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

  const places = createPlacesOfPages();

  async function answerPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
    dropUnusedHeaders(req);
    try {
      const malformed = dev ? null : (pageFault(req) ?? (await limit(req)) ?? (await routerTreeFault(req)));
      const fault = malformed ?? (await otherAccount(req));
      if (fault) res.writeHead(fault.status, fault.headers).end();
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
    answer: (req: IncomingMessage, res: ServerResponse) =>
      places.answer(req, res, () => answerPage(req, res)),
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
