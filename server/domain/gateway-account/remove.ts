import type { z } from 'zod';
import { gatewayAccount } from '../../../drizzle/schema/gateway.ts';
import { refuse } from '../../contract/errors.ts';
import type { GatewayAccountSnapshot, gatewayAccountName } from '../../contract/portal/gateway-account.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { presentGateway } from './read.ts';
import { lockAccount, ofGateway } from './save.ts';

/**
 * Disconnects the provider's account at a gateway: its credentials are deleted, and what the gateway reports about it is refused. The
 * row stays, because payments refer to it. A refund that is still due waits until the account is connected again. Contract:
 * Gateway accounts.
 * @throws NOT_FOUND where none is connected
 */
export async function removeGatewayAccount(
  scope: WriteScope,
  { gateway }: z.output<typeof gatewayAccountName>,
): Promise<GatewayAccountSnapshot> {
  const before = await lockAccount(scope, gateway);
  if (!before || before.sealedCredentials === null) throw refuse('NOT_FOUND', { field: 'gateway' });
  const [row] = await scope.db
    .update(gatewayAccount)
    .set({ sealedCredentials: null, keyLast4: null, nextAttemptAt: null, updatedAt: scope.now })
    .where(ofGateway(scope, gateway))
    .returning();
  audit(
    scope,
    'gatewayAccount.disconnect',
    { type: 'gatewayAccount', id: before.id },
    {
      gateway: { before: gateway, after: null },
      keyLast4: { before: before.keyLast4, after: null },
    },
  );
  return presentGateway(scope, gateway, row ?? null);
}
