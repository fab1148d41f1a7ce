import { eq } from 'drizzle-orm';
import { gatewayAccount } from '../../../drizzle/schema/gateway.ts';
import { type GatewayName, gatewayNames } from '../../contract/enums.ts';
import {
  type GatewayAccountSnapshot,
  gatewayAccountSnapshot,
} from '../../contract/portal/gateway-account.ts';
import { present } from '../../contract/present.ts';
import { rails } from '../../rails/registry.ts';
import type { Scope } from '../../work/scope.ts';
import { type GatewayAccountRow, hasDefaultAccount, hookUrl } from '../external/gateway/accounts.ts';
import { newHookToken } from '../model/account-credentials.ts';

/** Every gateway, with the provider's own account where it has one. Contract: Gateway accounts. */
export async function listGatewayAccounts(scope: Scope): Promise<GatewayAccountSnapshot[]> {
  const rows = await scope.db
    .select()
    .from(gatewayAccount)
    .where(eq(gatewayAccount.providerId, scope.providerId));
  return gatewayNames.map((gateway) =>
    presentGateway(scope, gateway, rows.find((row) => row.gateway === gateway) ?? null),
  );
}

/** One gateway, with the provider's own account. */
export function presentGateway(
  scope: Scope,
  gateway: GatewayName,
  row: GatewayAccountRow | null,
): GatewayAccountSnapshot {
  const isConnected = row !== null && row.sealedCredentials !== null;
  return present(gatewayAccountSnapshot, {
    gateway,
    label: rails[gateway].label,
    currencies: [...rails[gateway].currencies],
    isConnected,
    hasDefault: hasDefaultAccount(scope, gateway),
    keyLast4: isConnected ? row.keyLast4 : null,
    webhookUrl: hookUrl(gateway, row?.token ?? newHookToken('gateway', scope.providerId, gateway)),
    payTo: isConnected ? row.payTo : null,
    isTill: isConnected && row.isTill,
    canRefund: isConnected && row.canRefund,
    registeredAt: isConnected ? row.registeredAt : null,
    registrationFailure: isConnected ? row.registrationFailure : null,
    updatedAt: row?.updatedAt ?? null,
  });
}
