import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import type { ApiContext } from '../api/context.ts';
import { refusalOf } from '../api/refusal.ts';
import { realNow } from '../clock.ts';
import { invalid, refuse } from '../contract/errors.ts';
import { maskedUrl } from '../contract/masked.ts';
import { type listOutput, MAX_LIMIT, type Page } from '../contract/paging.ts';
import { dayOf } from '../contract/zoned-time.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { pathOf } from '../http/path-of.ts';
import { sendRefusal } from '../http/respond.ts';
import { log } from '../log.ts';
import { parseQuery } from '../rest/request.ts';
import { type ListSource, match, portalList } from '../rest/routes.ts';
import { nextTurn } from '../turn.ts';
import { csvOf, inTurns } from './csv.ts';
import { type ExportTable, exportTable } from './export-table.ts';
import { withFileRequest } from './file-request.ts';

/** The path of the portal's list exports, followed by the resource's name in the API. */
export const EXPORT_PATH = '/api/export/';

/** Lists of the portal that have more filters or more rows than under `/v1`, by the path after it. */
export const portalLists: Record<string, ListSource> = {
  subscriptions: portalList('subscription.listAll'),
  invoices: portalList('invoice.listAll'),
  charges: portalList('charge.listAll'),
  subscribers: portalList('subscriber.listAll'),
  payments: portalList('payment.listAll'),
  receipts: portalList('receipt.listAll'),
  refunds: portalList('refund.listAll'),
  installations: portalList('installation.listAll'),
  departures: portalList('departure.list'),
  events: portalList('event.listAll'),
  'webhooks/{id}/deliveries': portalList('delivery.listAll'),
  'integrations/{id}/inbound-events': portalList('inboundEvent.listAll'),
  emails: portalList('email.list'),
  announcements: portalList('announcement.list'),
  'network-sessions': portalList('networkSession.listAll'),
  audit: portalList('audit.export'),
  requests: portalList('apiRequest.listAll'),
  jobs: portalList('job.list'),
  webhooks: portalList('webhook.listAll'),
  integrations: portalList('integration.listAll'),
};

type Item = { id: string };
type ReadPage = (page: number) => Promise<Page<Item>>;

/**
 * Answers `GET /api/export/<resource>?<filters>` with a whole list as CSV in UTF-8, times in the zone of the provider, for
 * signed-in people. It reads the list's procedure page by page, holds one page in memory, and stops when the client disconnects.
 * Never throws; refusals are those of the API.
 */
export async function exportCsv(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const correlationId = correlationIdOf(req);
  const url = req.url ?? '/';
  const path = pathOf(url);
  try {
    if (req.method !== 'GET') throw refuse('NOT_ALLOWED', { allow: 'GET' });
    await withFileRequest(req, correlationId, (ctx) => sendList(res, path, url, ctx));
  } catch (error) {
    fail(res, error, correlationId);
  }
}

async function sendList(res: ServerResponse, path: string, url: string, ctx: ApiContext): Promise<void> {
  const resource = path.slice(EXPORT_PATH.length);
  const { list, params } = listOf(resource);
  const filters = { ...filtersOf(list, url.slice(path.length + 1)), ...params };
  const read = pageReader(list, { ...ctx, mayBeStale: true }, filters);
  // The first page is read before the headers are sent, so that an invalid filter still gets a refusal.
  const first = await read(1);
  const { timeZone } = (await call(zoneOf, ctx, {})) as { timeZone: string };
  const table = exportTable(nameOf(resource), itemOf(list), timeZone);
  res.writeHead(200, {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${nameOf(resource)}-${dayOf(realNow().toISOString(), timeZone)}.csv"`,
    'cache-control': 'no-store',
    'x-correlation-id': ctx.correlationId,
  });
  await pipeline(Readable.from(inTurns(rows(first, read, table, ctx))), csvOf(table.headings), res);
}

/**
 * The list of a resource, or of a nested path such as `webhooks/ID/deliveries`.
 * @throws NOT_FOUND when there is no such list
 */
function listOf(resource: string): { list: ListSource; params: Record<string, unknown> } {
  const found = match('GET', `/v1/${resource}`);
  const path = found && 'route' in found ? found.route.path.slice('/v1/'.length) : resource;
  const params = found && 'route' in found ? found.params : {};
  if (Object.hasOwn(portalLists, path)) return { list: portalLists[path] as ListSource, params };
  // A list without pages, such as the feed, has no export.
  if (!found || !('route' in found) || !found.route.isList || !found.route.query.has('page')) {
    throw refuse('NOT_FOUND', { message: 'This list does not exist.' });
  }
  return { list: found.route, params };
}

/** The file name: the name of the list without its parent. */
function nameOf(resource: string): string {
  return resource.slice(resource.lastIndexOf('/') + 1);
}

/** The schema of an item of the list. */
function itemOf({ output }: ListSource): z.ZodType {
  return (output as ReturnType<typeof listOutput>).shape.data.element;
}

/**
 * The list's filters and sort order from a query string.
 * @throws VALIDATION_FAILED for keys that the list does not take; the procedure checks the values
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
  return async (page) => (await call(list, ctx, { ...filters, page, limit: MAX_LIMIT })) as Page<Item>;
}

const zoneOf = portalList('provider.get');
const namesOf = portalList('labels.of');

function call({ procedure, name }: Pick<ListSource, 'procedure' | 'name'>, ctx: ApiContext, input: object) {
  return procedure({
    ctx,
    path: name,
    type: 'query',
    getRawInput: async () => input,
    input: undefined,
    signal: undefined,
    batchIndex: 0,
  });
}

/** The cells of all items of all pages. A row created meanwhile moves others to the next page; repeated ones are skipped. */
async function* rows(first: Page<Item>, read: ReadPage, table: ExportTable, ctx: ApiContext) {
  let page = first;
  let previous = new Set<string>();
  while (page.data.length > 0) {
    const names = (await call(namesOf, ctx, { ids: table.idsIn(page.data) })) as Record<string, string>;
    // Pages of several exports that arrive together are written one after the other.
    await nextTurn();
    for (const item of page.data) {
      if (!previous.has(item.id)) yield table.cellsOf(withoutSecrets(item), names);
    }
    if (page.data.length < MAX_LIMIT) return;
    previous = new Set(page.data.map(({ id }) => id));
    await ctx.checkAgain?.();
    page = await read(page.meta.page + 1);
  }
}

/**
 * An item without secrets. Of a webhook's headers only the names are exported, because the values usually are
 * credentials; the secrets of its address are masked.
 */
export function withoutSecrets<I extends object>(item: I): I {
  if (!('headers' in item && Array.isArray(item.headers))) return item;
  const url = 'url' in item && { url: maskedUrl(String(item.url)) };
  return { ...item, ...url, headers: item.headers.map(({ name }) => name) };
}

function fail(res: ServerResponse, error: unknown, correlationId: string): void {
  if ((error as NodeJS.ErrnoException)?.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
  const refusal = refusalOf(error, undefined);
  if (refusal.key === 'INTERNAL_ERROR') log.error({ correlationId, err: error }, 'export failed');
  // After the headers are sent, only a broken connection can report that rows are missing.
  if (res.headersSent) res.destroy();
  else sendRefusal(res, refusal, correlationId);
}
