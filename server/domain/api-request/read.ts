import { desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { apiRequest } from '../../../drizzle/schema/api-request.ts';
import { integration } from '../../../drizzle/schema/integration.ts';
import { accessCredential } from '../../../drizzle/schema/provider.ts';
import {
  type ApiRequestDetail,
  apiRequestDetail,
  type apiRequestId,
  apiRequestSnapshot,
} from '../../contract/api-request.ts';
import { COUNTED_TO } from '../../contract/api-request-values.ts';
import type { apiRequestListAll, requestCallers } from '../../contract/portal/api-request.ts';
import { present } from '../../contract/present.ts';
import { defineResource, find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { contains, equals } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { type FoundById, foundById } from '../list/search.ts';

/** A call with its bodies. */
export const requestResource = defineResource({
  name: 'apiRequest',
  object: null,
  table: apiRequest,
  snapshot: apiRequestDetail,
});

/** As lists read it: without the bodies, of which a page may have megabytes. */
const listedResource = defineResource({
  name: 'apiRequest',
  object: null,
  table: apiRequest,
  snapshot: apiRequestSnapshot,
  computed: { requestBody: sql`null`, responseBody: sql`null` },
});

type Input = z.output<typeof apiRequestListAll>;

type Listed = Omit<Input, 'q'> & FoundById & { foundPath?: string };

const list = defineList<typeof listedResource, Listed>(listedResource, {
  filters: {
    method: equals(apiRequest.method),
    status: {
      where: (value) => sql`case when ${value}::int < 10
          then ${apiRequest.status} / 100 = ${value}::int else ${apiRequest.status} = ${value}::int end`,
      value: (given) => Number(given.replace('xx', '')),
    },
    // The literal lets PostgreSQL use the partial index.
    outcome: { where: () => sql`${apiRequest.status} >= 400` },
    path: contains(sql`${apiRequest.path}`),
    callerId: equals(apiRequest.callerId),
    error: equals(apiRequest.error),
    correlationId: equals(apiRequest.correlationId),
    foundId: equals(apiRequest.id),
    foundCorrelationId: equals(apiRequest.correlationId),
    foundPath: contains(sql`${apiRequest.path}`),
  },
  timeById: true,
  // A call does not change, and the column has no index.
  sortable: { updatedAt: apiRequest.id },
  countedTo: COUNTED_TO,
});

/** Calls of the API, newest first. A search that is no id of a call is for a part of the path. Contract: Request log. */
export function listApiRequests(scope: Scope, { q, ...input }: Input): ReturnType<typeof list> {
  const { foundResourceId: foundPath, ...found } = foundById('apiRequest', q);
  return list(scope, { ...input, ...found, ...(foundPath !== undefined && { foundPath }) });
}

/** The most integrations that a filter offers. Those that are removed stay, so their number has no limit. */
const MAX_INTEGRATIONS = 500;

/** The credentials and the newest 500 integrations of the account, former ones included, by name. Portal only. */
export async function listRequestCallers({
  db,
  providerId,
}: Scope): Promise<z.output<typeof requestCallers>> {
  const credentials = db
    .select({ id: accessCredential.id, name: accessCredential.label })
    .from(accessCredential)
    .where(eq(accessCredential.providerId, providerId));
  const integrations = db
    .select({ id: integration.id, name: integration.name })
    .from(integration)
    .where(eq(integration.providerId, providerId))
    .orderBy(desc(integration.id))
    .limit(MAX_INTEGRATIONS);
  return (await Promise.all([credentials, integrations]))
    .flat()
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * One call with its bodies. Contract: Request log.
 * @throws NOT_FOUND
 */
export async function getApiRequest(
  scope: Scope,
  { id }: z.output<typeof apiRequestId>,
): Promise<ApiRequestDetail> {
  return present(apiRequestDetail, await find(scope, requestResource, id));
}
