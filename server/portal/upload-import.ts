import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ApiContext } from '../api/context.ts';
import { refusalOf } from '../api/refusal.ts';
import { appRouter } from '../api/root.ts';
import { logCrossOrigin } from '../auth/staff-handler.ts';
import { invalidValue, refuse } from '../contract/errors.ts';
import { type ImportTypeName, importTypeNames } from '../contract/portal/import-fields.ts';
import { MAX_FILE_MB } from '../contract/portal/import-file.ts';
import { headersOf } from '../contract/portal/import-mapping.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { readParts } from '../http/read-body.ts';
import { sendJson, sendRefusal } from '../http/respond.ts';
import { log } from '../log.ts';
import { withFileRequest } from './file-request.ts';
import { withImportFile } from './open-import-file.ts';

/** The path of uploads, followed by what is imported; the name of the file is `name` in the query. */
export const UPLOAD_PATH = '/api/imports/';

const MAX_FILE_BYTES = MAX_FILE_MB * 1024 * 1024;

/**
 * Answers `POST /api/imports/<type>?name=<file>` with the id of a draft that has the rows of the file in the body, a CSV file or
 * an Excel workbook. A file that needs a choice first is not kept: the answer is 200 with the `FileQuestion`, and the next
 * upload has the choice in `encoding` or `sheet`. Staff sessions only, from the portal's own pages. The permission is checked
 * before the body is read.
 * @param origins the addresses of the portal
 */
export function createUploadHandler(origins: readonly string[]): RequestListener {
  return (req, res) => void upload(req, res, origins);
}

async function upload(req: IncomingMessage, res: ServerResponse, origins: readonly string[]): Promise<void> {
  const correlationId = correlationIdOf(req);
  try {
    if (req.method !== 'POST') throw refuse('NOT_ALLOWED', { allow: 'POST' });
    if (!origins.includes(req.headers.origin ?? '')) {
      await logCrossOrigin(req, correlationId);
      throw refuse('FORBIDDEN');
    }
    await withFileRequest(req, correlationId, (ctx) => storeDraft(req, res, ctx));
  } catch (error) {
    const refusal = refusalOf(error, undefined);
    if (refusal.key === 'INTERNAL_ERROR') log.error({ correlationId, err: error }, 'upload failed');
    if (!res.headersSent) sendRefusal(res, refusal, correlationId);
  }
}

async function storeDraft(req: IncomingMessage, res: ServerResponse, ctx: ApiContext): Promise<void> {
  const url = new URL(req.url ?? '', 'http://localhost');
  const type = typeOf(url.pathname.slice(UPLOAD_PATH.length));
  const fileName = (url.searchParams.get('name') || 'file.csv').slice(0, 255);
  const caller = appRouter.createCaller(ctx);
  await caller.job.mayImport({ type });
  const parts = await readParts(req, MAX_FILE_BYTES);
  await ctx.checkAgain?.();
  const options = { encoding: choice(url, 'encoding'), sheet: choice(url, 'sheet'), header: headersOf(type) };
  const answer = await withImportFile(ctx.providerId, parts, options, async (file) => {
    if ('choose' in file) return { status: 200, body: file };
    const { id } = await caller.job.createImport({ type, fileName, ...file });
    return { status: 201, body: { id } };
  });
  sendJson(res, answer.status, JSON.stringify(answer.body), ctx.correlationId);
}

/** The longest choice: the name of a sheet. */
const MAX_CHOICE = 100;

function choice(url: URL, name: string): string | undefined {
  return url.searchParams.get(name)?.slice(0, MAX_CHOICE) || undefined;
}

/** @throws VALIDATION_FAILED */
function typeOf(name: string): ImportTypeName {
  const type = importTypeNames.find((each) => each === name);
  if (!type) throw invalidValue('type', 'This cannot be imported.');
  return type;
}
