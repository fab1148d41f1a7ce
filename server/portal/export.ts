import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import type { ApiContext } from '../api/context.ts';
import { refusalOf } from '../api/refusal.ts';
import { requireStaffSession } from '../auth/staff.ts';
import { clientAddress } from '../client-address.ts';
import { realNow } from '../clock.ts';
import { invalid, refuse } from '../contract/errors.ts';
import { type listOutput, MAX_LIMIT, type Page } from '../contract/paging.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { log } from '../log.ts';
import { parseQuery } from '../rest/request.ts';
import { sendRefusal } from '../rest/respond.ts';
import { type ListSource, match, portalList } from '../rest/routes.ts';
import { columnsOf, csvOf } from './csv.ts';
import { contextOf, headersOf } from './trpc.ts';

/** Where the portal's lists are downloaded, followed by the resource's name in the API. */
export const EXPORT_PATH = '/api/export/';

/** Lists that can be filtered by more, or are of more, than under `/v1`, by the resource's name. */
export const portalLists: Record<string, ListSource> = {
  invoices: portalList('invoice.listAll'),
  charges: portalList('charge.listAll'),
  emails: portalList('email.list'),
  'network-sessions': portalList('networkSession.listAll'),
  audit: portalList('audit.list'),
};

type Item = { id: string };
type ReadPage = (page: number) => Promise<Page<Item>>;

/**
 * Answers `GET /api/export/<resource>?<filters>` with everything a list has, as CSV in UTF-8 with times in UTC: the
 * list's own procedure, page by page, for signed-in people. Nothing is held but a page, and reading stops when the
 * client goes away. Never throws; refusals are the API's.
 */
export async function exportCsv(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const correlationId = correlationIdOf(req);
  const url = req.url ?? '/';
  const [path = ''] = url.split('?', 1);
  try {
    if (req.method !== 'GET') throw refuse('NOT_ALLOWED', { allow: 'GET' });
    const session = await requireStaffSession(headersOf(req));
    const resource = path.slice(EXPORT_PATH.length);
    const { list, params } = listOf(resource);
    const filters = { ...filtersOf(list, url.slice(path.length + 1)), ...params };
    const read = pageReader(list, contextOf(session, correlationId, clientAddress(req)), filters);
    // The first page is read before anything is said, so that a wrong filter is still refused properly.
    const first = await read(1);
    res.writeHead(200, {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${nameOf(resource)}-${realNow().toISOString().slice(0, 10)}.csv"`,
      'cache-control': 'no-store',
      'x-correlation-id': correlationId,
    });
    await pipeline(Readable.from(items(first, read)), csvOf(columnsOf(itemOf(list))), res);
  } catch (error) {
    fail(res, error, correlationId);
  }
}

/**
 * The list behind a resource's name, or behind the path of one that hangs on another, such as `webhooks/ID/deliveries`.
 * @throws NOT_FOUND for what is no list
 */
function listOf(resource: string): { list: ListSource; params: Record<string, unknown> } {
  if (Object.hasOwn(portalLists, resource)) return { list: portalLists[resource] as ListSource, params: {} };
  const found = match('GET', `/v1/${resource}`);
  if (!found || !('route' in found) || !found.route.isList) {
    throw refuse('NOT_FOUND', { message: 'There is no such list.' });
  }
  return { list: found.route, params: found.params };
}

/** What a file of it is called: the list itself, without what it hangs on. */
function nameOf(resource: string): string {
  return resource.slice(resource.lastIndexOf('/') + 1);
}

/** The schema of one item of a list. */
function itemOf({ output }: ListSource): z.ZodType {
  return (output as ReturnType<typeof listOutput>).shape.data.element;
}

/**
 * The list's filters and order out of a query string.
 * @throws VALIDATION_FAILED for what the list does not take; the procedure looks at the values
 */
function filtersOf(list: ListSource, search: string): Record<string, unknown> {
  const { query, reasons } = parseQuery(list, search);
  for (const field of ['page', 'limit']) {
    if (field in query) reasons.push({ field, code: 'NOT_ALLOWED', message: 'An export has no pages.' });
  }
  if (reasons.length > 0) throw invalid(reasons);
  return query;
}

function pageReader(list: ListSource, ctx: ApiContext, filters: Record<string, unknown>): ReadPage {
  return async (page) => {
    const answer = await list.procedure({
      ctx,
      path: list.name,
      type: 'query',
      getRawInput: async () => ({ ...filters, page, limit: MAX_LIMIT }),
      input: undefined,
      signal: undefined,
      batchIndex: 0,
    });
    return answer as Page<Item>;
  };
}

/** All items of all pages. What is created meanwhile moves others onto the next page: nobody comes twice. */
async function* items(first: Page<Item>, read: ReadPage): AsyncGenerator<Item> {
  let page = first;
  let previous = new Set<string>();
  while (page.data.length > 0) {
    for (const item of page.data) if (!previous.has(item.id)) yield withoutSecrets(item);
    if (page.data.length < MAX_LIMIT) return;
    previous = new Set(page.data.map(({ id }) => id));
    page = await read(page.meta.page + 1);
  }
}

/** An item as a file may have it: of a webhook's headers, whose values are credentials as a rule, the names alone. */
export function withoutSecrets<I extends object>(item: I): I {
  if (!('headers' in item && Array.isArray(item.headers))) return item;
  return { ...item, headers: item.headers.map(({ name }) => name) };
}

function fail(res: ServerResponse, error: unknown, correlationId: string): void {
  if ((error as NodeJS.ErrnoException)?.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
  const refusal = refusalOf(error, undefined);
  if (refusal.key === 'INTERNAL_ERROR') log.error({ correlationId, err: error }, 'export failed');
  // Once rows are on their way only a broken connection can say that they are not all.
  if (res.headersSent) res.destroy();
  else sendRefusal(res, refusal, correlationId);
}
