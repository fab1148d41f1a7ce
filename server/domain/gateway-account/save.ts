import { and, eq } from 'drizzle-orm';
import { gatewayAccount } from '../../../drizzle/schema/gateway.ts';
import { realNow } from '../../clock.ts';
import type { GatewayName } from '../../contract/enums.ts';
import { invalidValue } from '../../contract/errors.ts';
import type { GatewayAccountSave, GatewayAccountSnapshot } from '../../contract/portal/gateway-account.ts';
import type { Credentials } from '../../rails/rail.ts';
import { rails } from '../../rails/registry.ts';
import { audit } from '../../work/audit.ts';
import { newId } from '../../work/ids.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import type { GatewayAccountRow } from '../external/gateway/accounts.ts';
import { newHookToken, sealCredentials } from '../model/account-credentials.ts';
import { presentGateway } from './read.ts';

/**
 * Connects the provider's account at a gateway, or replaces its credentials. The address for its webhooks stays the same. New payments
 * go to it from now on. Contract: Gateway accounts.
 * @throws VALIDATION_FAILED for live credentials in a sandbox, and test credentials in a live account
 */
export async function saveGatewayAccount(
  scope: WriteScope,
  { gateway, ...given }: GatewayAccountSave,
): Promise<GatewayAccountSnapshot> {
  const credentials = given as Credentials;
  if (!rails[gateway].gateway?.fits(credentials, scope.livemode)) {
    const message = scope.livemode
      ? 'A live account takes live keys only.'
      : 'A sandbox account takes test keys only.';
    throw invalidValue('secretKey', message);
  }
  const before = await lockAccount(scope, gateway);
  const id = before?.id ?? newId('gatewayAccount', scope.now);
  const values = {
    sealedCredentials: sealCredentials(id, credentials),
    keyLast4: (credentials.secretKey ?? credentials.consumerKey ?? '').slice(-4),
    ...(gateway === 'mpesa' && ofMpesa(credentials)),
    updatedAt: scope.now,
  };
  const [row] = await scope.db
    .insert(gatewayAccount)
    .values({
      ...values,
      providerId: scope.providerId,
      id,
      gateway,
      token: newHookToken('gateway', scope.providerId, gateway),
      createdAt: scope.now,
    })
    .onConflictDoUpdate({ target: [gatewayAccount.providerId, gatewayAccount.gateway], set: values })
    .returning();
  if (!row) throw new Error('the account was not written');
  if (row.nextAttemptAt) scope.outbox.wakes.add('gateways/due');
  const isReplaced = before !== null && before.sealedCredentials !== null;
  audit(
    scope,
    isReplaced ? 'gatewayAccount.replace' : 'gatewayAccount.connect',
    { type: 'gatewayAccount', id: row.id },
    {
      gateway: { before: isReplaced ? gateway : null, after: gateway },
      keyLast4: { before: isReplaced ? before.keyLast4 : null, after: row.keyLast4 },
    },
  );
  return presentGateway(scope, gateway, row);
}

/** The address at which M-Pesa confirms money is registered with each new short code or key. */
function ofMpesa({ shortCode = '', tillNumber, initiator }: Credentials) {
  return {
    payTo: tillNumber ?? shortCode,
    isTill: tillNumber !== undefined,
    canRefund: initiator !== undefined,
    attempts: 0,
    nextAttemptAt: realNow(),
    registeredAt: null,
    registrationFailure: null,
  };
}

/** The row of the provider's account, locked; null where there is none yet. */
export async function lockAccount(
  scope: WriteScope,
  gateway: GatewayName,
): Promise<GatewayAccountRow | null> {
  const [row] = await scope.db.select().from(gatewayAccount).where(ofGateway(scope, gateway)).for('update');
  return row ?? null;
}

export function ofGateway({ providerId }: Scope, gateway: GatewayName) {
  return and(eq(gatewayAccount.providerId, providerId), eq(gatewayAccount.gateway, gateway));
}
