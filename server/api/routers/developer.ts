import {
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
} from '../../auth/credentials.ts';
import {
  accessCredentialCreate,
  accessCredentialId,
  accessCredentialSnapshot,
  accessCredentials,
  accessCredentialWithSecret,
} from '../../contract/access-credential.ts';
import {
  apiRequestDetail,
  apiRequestId,
  apiRequestList,
  apiRequestListAll,
  apiRequestPage,
  requestCallers,
} from '../../contract/api-request.ts';
import { correlation, correlationId } from '../../contract/correlation.ts';
import { getApiRequest, listApiRequests, listRequestCallers } from '../../domain/api-request/read.ts';
import { getCorrelation } from '../../domain/correlation/get.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

/** The procedures of the developer pages. All but the request log are for the portal only. */

export const accessCredentialRouter = router({
  list: procedure('read').output(accessCredentials).query(read(listCredentials)),
  create: procedure('developers:write')
    .input(accessCredentialCreate)
    .output(accessCredentialWithSecret)
    .mutation(write(createCredential, { secret: true })),
  rotate: procedure('developers:write')
    .input(accessCredentialId)
    .output(accessCredentialWithSecret)
    .mutation(write(rotateCredential, { secret: true })),
  revoke: procedure('developers:write')
    .input(accessCredentialId)
    .output(accessCredentialSnapshot)
    .mutation(write(revokeCredential)),
});

export const correlationRouter = router({
  get: procedure('read').input(correlationId).output(correlation).query(read(getCorrelation)),
});

export const apiRequestRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/requests', 'List API requests'))
    .input(apiRequestList)
    .output(apiRequestPage)
    .query(read(listApiRequests, { mayBeStale: true })),
  /** Portal only, like the next. */
  listAll: procedure('read')
    .input(apiRequestListAll)
    .output(apiRequestPage)
    .query(read(listApiRequests, { mayBeStale: true })),
  callers: procedure('read')
    .output(requestCallers)
    .query(read(listRequestCallers, { mayBeStale: true })),
  get: procedure('read')
    .meta(rest('GET', '/v1/requests/{id}', 'Read an API request'))
    .input(apiRequestId)
    .output(apiRequestDetail)
    .query(read(getApiRequest, { mayBeStale: true })),
});
