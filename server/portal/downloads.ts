import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { refusalOf } from '../api/refusal.ts';
import { appRouter } from '../api/root.ts';
import { refuse } from '../contract/errors.ts';
import type { StatementQuery } from '../contract/portal/account-statement.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { type FileAnswer, sendFile, sendRefusal } from '../http/respond.ts';
import { log } from '../log.ts';
import { csvOf, inTurns } from './csv.ts';
import { withFileRequest } from './file-request.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;

/** A file of the portal: the path with its id, and the procedure that makes the file. */
type Download = {
  path: RegExp;
  contentType: string;
  disposition: 'attachment' | 'inline';
  open: (caller: Caller, id: string, query: URLSearchParams) => Promise<FileAnswer>;
};

const downloads: readonly Download[] = [
  {
    path: /^\/api\/invoices\/([^/?]+)\/pdf(?:\?|$)/,
    contentType: 'application/pdf',
    disposition: 'inline',
    open: (caller, id) => caller.invoice.pdf({ id }),
  },
  {
    path: /^\/api\/invoices\/([^/?]+)\/credit-note(?:\?|$)/,
    contentType: 'application/pdf',
    disposition: 'inline',
    open: (caller, id) => caller.invoice.creditNote({ id }),
  },
  {
    path: /^\/api\/refunds\/([^/?]+)\/credit-note(?:\?|$)/,
    contentType: 'application/pdf',
    disposition: 'inline',
    open: (caller, id) => caller.refund.creditNote({ id }),
  },
  {
    path: /^\/api\/subscribers\/([^/?]+)\/personal-data(?:\?|$)/,
    contentType: 'application/json',
    disposition: 'attachment',
    open: (caller, id) => caller.subscriber.exportData({ id }),
  },
  {
    path: /^\/api\/subscribers\/([^/?]+)\/statement\.pdf(?:\?|$)/,
    contentType: 'application/pdf',
    disposition: 'inline',
    open: (caller, id, query) => caller.subscriber.statementPdf(statementOf(id, query)),
  },
  {
    path: /^\/api\/subscribers\/([^/?]+)\/statement\.csv(?:\?|$)/,
    contentType: 'text/csv; charset=utf-8',
    disposition: 'attachment',
    open: (caller, id, query) => statementCsv(caller, statementOf(id, query)),
  },
];

/** The period of a statement, as its procedure takes it. A missing parameter is refused there. */
function statementOf(id: string, query: URLSearchParams): StatementQuery {
  const [from = '', to = '', currency = ''] = ['from', 'to', 'currency'].map((name) => query.get(name) ?? '');
  return { id, from, to, currency };
}

/** A statement as CSV, with its opening and its closing balance as rows. */
async function statementCsv(caller: Caller, query: StatementQuery): Promise<FileAnswer> {
  const { accountNumber, opening, closing, currency, entries } = await caller.subscriber.statement(query);
  const { from, to } = query;
  const csv = csvOf(['day', 'type', 'number', 'text', 'amount', 'balance', 'currency']);
  const rows = [
    { day: from, type: 'OPENING', text: 'Opening balance', balance: opening },
    ...entries,
    { day: to, type: 'CLOSING', text: 'Closing balance', balance: closing },
  ];
  const withCurrency = rows.map((row) => ({ ...row, currency }));
  const content = await buffer(Readable.from(inTurns(withCurrency)).pipe(csv));
  return { fileName: `statement-${accountNumber}-${from}-${to}.csv`, content };
}

/** Whether a request is for a file of the portal, such as `/api/invoices/<id>/pdf`. */
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
      const file = await download.open(
        appRouter.createCaller(ctx),
        download.path.exec(url)?.[1] ?? '',
        new URL(url, 'http://portal').searchParams,
      );
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
