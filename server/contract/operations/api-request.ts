import { apiRequestDetail, apiRequestId, apiRequestList, apiRequestPage } from '../api-request.ts';
import { portalRead, rest } from '../operation.ts';
import { apiRequestListAll, requestCallers } from '../portal/api-request.ts';

export const apiRequestOperations = {
  list: rest('GET', '/v1/requests', {
    summary: 'List API requests',
    description:
      'Writes and refusals, and the first successful read of each second of each credential; the newest first, without bodies. A call appears about a second after its answer. Successful reads of this log are not in it. `meta.total` counts to 10,000; 10,001 means more.',
    sdk: 'requests.list',
    permission: 'read',
    input: apiRequestList,
    output: apiRequestPage,
  }),
  listAll: portalRead({ permission: 'read', input: apiRequestListAll, output: apiRequestPage }),
  callers: portalRead({ permission: 'read', output: requestCallers }),
  get: rest('GET', '/v1/requests/{id}', {
    summary: 'Read an API request',
    description: 'One call with both bodies, in which secrets are masked.',
    sdk: 'requests.retrieve',
    permission: 'read',
    input: apiRequestId,
    output: apiRequestDetail,
  }),
};
