import { portalRead, portalWrite } from '../operation.ts';
import { outboundSyncId, outboundSyncSet, outboundSyncSnapshot } from '../portal/outbound-sync.ts';

export const outboundSyncOperations = {
  get: portalRead({ permission: 'read', input: outboundSyncId, output: outboundSyncSnapshot }),
  set: portalWrite({ permission: 'developers:write', input: outboundSyncSet, output: outboundSyncSnapshot }),
  remove: portalWrite({
    permission: 'developers:write',
    input: outboundSyncId,
    output: outboundSyncSnapshot,
  }),
};
