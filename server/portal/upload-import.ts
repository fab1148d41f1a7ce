import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { refusalOf } from '../api/refusal.ts';
import { appRouter } from '../api/root.ts';
import { requireStaffSession } from '../auth/staff.ts';
import { logCrossOrigin } from '../auth/staff-handler.ts';
import { clientAddress } from '../client-address.ts';
import { invalidValue, refuse } from '../contract/errors.ts';
import { type ImportTypeName, importTypeNames } from '../contract/import-fields.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { readBody } from '../http/read-body.ts';
import { sendRefusal } from '../http/respond.ts';
import { log } from '../log.ts';
import { readImportFile } from './read-import-file.ts';
import { apiContextOf, headersOf } from './trpc.ts';

/** The path of uploads, followed by what is imported; the name of the file is `name` in the query. */
export const UPLOAD_PATH = '/api/imports/';

const MAX_FILE_BYTES = 20 * 1024 * 1024;

/**
 * Answers `POST /api/imports/<type>?name=<file>` with the id of a draft that has the rows of the CSV file in the body.
 * Staff sessions only, from the portal's own pages.
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
    const session = await requireStaffSession(headersOf(req));
    const url = new URL(req.url ?? '', 'http://localhost');
    const type = typeOf(url.pathname.slice(UPLOAD_PATH.length));
    const fileName = (url.searchParams.get('name') || 'file.csv').slice(0, 255);
    const { columns, rows } = readImportFile(await readBody(req, MAX_FILE_BYTES));
    const caller = appRouter.createCaller(apiContextOf(session, correlationId, clientAddress(req)));
    const { id } = await caller.job.createImport({ type, fileName, columns, rows });
    res.writeHead(201, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-correlation-id': correlationId,
    });
    res.end(JSON.stringify({ id }));
  } catch (error) {
    const refusal = refusalOf(error, undefined);
    if (refusal.key === 'INTERNAL_ERROR') log.error({ correlationId, err: error }, 'upload failed');
    // The rest of a body that was not read is not sent either.
    if (!req.complete) res.setHeader('connection', 'close');
    if (!res.headersSent) sendRefusal(res, refusal, correlationId);
  }
}

/** @throws VALIDATION_FAILED */
function typeOf(name: string): ImportTypeName {
  const type = importTypeNames.find((each) => each === name);
  if (!type) throw invalidValue('type', 'This cannot be imported.');
  return type;
}
