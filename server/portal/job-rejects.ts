import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ApiContext } from '../api/context.ts';
import { refusalOf } from '../api/refusal.ts';
import { appRouter } from '../api/root.ts';
import { refuse } from '../contract/errors.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { pathOf } from '../http/path-of.ts';
import { sendRefusal } from '../http/respond.ts';
import { log } from '../log.ts';
import { csvOf, inTurns } from './csv.ts';
import { withFileRequest } from './file-request.ts';

/** The path of the refused rows of a job, followed by the id of the job. */
export const REJECTS_PATH = '/api/rejects/';

/**
 * Answers `GET /api/rejects/<job>` with the refused rows of a job as CSV in UTF-8, for signed-in people. It stops when the
 * client disconnects. Never throws; refusals are those of the API.
 */
export async function downloadRejects(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const correlationId = correlationIdOf(req);
  try {
    if (req.method !== 'GET') throw refuse('NOT_ALLOWED', { allow: 'GET' });
    await withFileRequest(req, correlationId, (ctx) => sendRejects(req, res, ctx));
  } catch (error) {
    if ((error as NodeJS.ErrnoException)?.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    const refusal = refusalOf(error, undefined);
    if (refusal.key === 'INTERNAL_ERROR')
      log.error({ correlationId, err: error }, 'download of rejects failed');
    // After the headers are sent, only a broken connection can report that rows are missing.
    if (res.headersSent) res.destroy();
    else sendRefusal(res, refusal, correlationId);
  }
}

async function sendRejects(req: IncomingMessage, res: ServerResponse, ctx: ApiContext): Promise<void> {
  const id = decoded(pathOf(req.url).slice(REJECTS_PATH.length));
  const caller = appRouter.createCaller(ctx);
  // The first rows are read before the headers are sent, so that an unknown job still gets a refusal.
  const first = await caller.job.rejects({ id });
  res.writeHead(200, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="rejects-${id.slice(-6)}.csv"`,
    'cache-control': 'no-store',
    'x-correlation-id': ctx.correlationId,
  });
  const chunks = async function* () {
    let chunk = first;
    for (;;) {
      yield* chunk.rows;
      if (chunk.next === null) return;
      await ctx.checkAgain?.();
      chunk = await caller.job.rejects({ id, after: chunk.next });
    }
  };
  await pipeline(Readable.from(inTurns(chunks())), csvOf(first.columns), res);
}

/**
 * A part of a path.
 * @throws NOT_FOUND for a broken escape. Contract: Transport.
 */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refuse('NOT_FOUND');
  }
}
