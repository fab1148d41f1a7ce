import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refusalOf } from '../api/refusal.ts';
import { appRouter } from '../api/root.ts';
import { refuse } from '../contract/errors.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { type FileAnswer, sendFile, sendRefusal } from '../http/respond.ts';
import { log } from '../log.ts';
import { withFileRequest } from './file-request.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;

/** A file of the portal: the path with its id, and the procedure that makes the file. */
type Download = {
  path: RegExp;
  contentType: string;
  disposition: 'attachment' | 'inline';
  open: (caller: Caller, id: string) => Promise<FileAnswer>;
};

const downloads: readonly Download[] = [
  {
    path: /^\/api\/invoices\/([^/?]+)\/pdf(?:\?|$)/,
    contentType: 'application/pdf',
    disposition: 'inline',
    open: (caller, id) => caller.invoice.pdf({ id }),
  },
  {
    path: /^\/api\/subscribers\/([^/?]+)\/personal-data(?:\?|$)/,
    contentType: 'application/json',
    disposition: 'attachment',
    open: (caller, id) => caller.subscriber.exportData({ id }),
  },
];

/** Whether a request is for a file of the portal: `/api/invoices/<id>/pdf` or `/api/subscribers/<id>/personal-data`. */
export function isDownload(url: string): boolean {
  return downloads.some(({ path }) => path.test(url));
}

/** Answers `GET` of a file of the portal, for signed-in people. Never throws; refusals are those of the API. */
export async function answerDownload(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const correlationId = correlationIdOf(req);
  const url = req.url ?? '';
  try {
    if (req.method !== 'GET') throw refuse('NOT_ALLOWED', { allow: 'GET' });
    const download = downloads.find(({ path }) => path.test(url));
    if (!download) throw refuse('NOT_FOUND');
    await withFileRequest(req, correlationId, async (ctx) => {
      const file = await download.open(appRouter.createCaller(ctx), download.path.exec(url)?.[1] ?? '');
      sendFile(res, file, download.contentType, correlationId, download.disposition);
      // The file is in memory until the client has read it.
      if (!res.closed) await once(res, 'close');
    });
  } catch (error) {
    const refusal = refusalOf(error, undefined);
    if (refusal.key === 'INTERNAL_ERROR') log.error({ correlationId, err: error }, 'download failed');
    sendRefusal(res, refusal, correlationId);
  }
}
