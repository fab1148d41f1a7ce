import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { formerNetworkServer, networkServer } from '../../../drizzle/schema/network.ts';
import { nas } from '../../../drizzle/schema/radius.ts';
import { refuse } from '../../contract/errors.ts';
import type { networkServerId, networkServerRemoved } from '../../contract/network-server.ts';
import type { WriteScope } from '../../db/scope.ts';
import { audit } from '../../events/audit.ts';

/**
 * Removes a network access server: at once here, and at its next start from FreeRADIUS. Accounting from its address counts
 * for this partner alone until the address has another owner.
 * @throws NOT_FOUND
 */
export async function removeNetworkServer(
  scope: WriteScope,
  { id }: z.output<typeof networkServerId>,
): Promise<z.output<typeof networkServerRemoved>> {
  const [gone] = await scope.db
    .delete(networkServer)
    .where(and(eq(networkServer.providerId, scope.providerId), eq(networkServer.id, id)))
    .returning();
  if (!gone) throw refuse('NOT_FOUND', { field: 'id' });
  await scope.db.delete(nas).where(eq(nas.id, gone.nasId));
  const { name, address } = gone;
  // FreeRADIUS accepts its packets until the next start: they must not count as those of the operator's servers.
  const owner = { providerId: scope.providerId, removedAt: scope.now };
  await scope.db
    .insert(formerNetworkServer)
    .values({ address, ...owner })
    .onConflictDoUpdate({ target: formerNetworkServer.address, set: owner });
  audit(
    scope,
    'network_server.delete',
    { type: 'networkServer', id },
    {
      name: { before: name, after: null },
      address: { before: address, after: null },
    },
  );
  return { id, deleted: true };
}
