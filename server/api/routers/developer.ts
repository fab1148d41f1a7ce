import {
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
} from '../../auth/credentials.ts';
import { accessCredentialOperations } from '../../contract/operations/access-credential.ts';
import { apiRequestOperations } from '../../contract/operations/api-request.ts';
import { correlationOperations } from '../../contract/operations/correlation.ts';
import { getApiRequest, listApiRequests, listRequestCallers } from '../../domain/api-request/read.ts';
import { getCorrelation } from '../../domain/correlation/get.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** The procedures of the developer pages. All but the request log are for the portal only. */

export const accessCredentialRouter = routerOf(accessCredentialOperations, {
  list: read(listCredentials),
  create: write(createCredential, { secret: true }),
  rotate: write(rotateCredential, { secret: true }),
  revoke: write(revokeCredential),
});

export const correlationRouter = routerOf(correlationOperations, {
  get: read(getCorrelation),
});

export const apiRequestRouter = routerOf(apiRequestOperations, {
  list: read(listApiRequests, { mayBeStale: true }),
  listAll: read(listApiRequests, { mayBeStale: true }),
  callers: read(listRequestCallers, { mayBeStale: true }),
  get: read(getApiRequest, { mayBeStale: true }),
});
