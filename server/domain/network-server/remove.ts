import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { formerNetworkServer, networkServer } from '../../../drizzle/schema/network.ts';
import { nas } from '../../../drizzle/schema/radius.ts';
import { refuse } from '../../contract/errors.ts';
import type { networkServerId, networkServerRemoved } from '../../contract/portal/network-server.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';

/**
 * Removes a network server. FreeRADIUS accepts its packets until the next start of FreeRADIUS. Accounting from its address
 * counts for this partner only, until the address has another owner. Contract: RADIUS.
 * @throws NOT_FOUND
 */
export async function removeNetworkServer(
  scope: WriteScope,
  { id }: z.output<typeof networkServerId>,
): Promise<z.output<typeof networkServerRemoved>> {
  const [removed] = await scope.db
    .delete(networkServer)
    .where(and(eq(networkServer.providerId, scope.providerId), eq(networkServer.id, id)))
    .returning();
  if (!removed) throw refuse('NOT_FOUND', { field: 'id' });
  await scope.db.delete(nas).where(eq(nas.id, removed.nasId));
  const { name, address } = removed;
  // Until FreeRADIUS restarts, packets from the address must not count as the operator's.
  const owner = { providerId: scope.providerId, removedAt: scope.now };
  await scope.db
    .insert(formerNetworkServer)
    .values({ address, ...owner })
    .onConflictDoUpdate({ target: formerNetworkServer.address, set: owner });
  audit(
    scope,
    'networkServer.delete',
    { type: 'networkServer', id },
    {
      name: { before: name, after: null },
      address: { before: address, after: null },
    },
  );
  return { id, deleted: true };
}
