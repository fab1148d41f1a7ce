import { and, eq, isNotNull } from 'drizzle-orm';
import { gatewayAccount } from '../../../../drizzle/schema/gateway.ts';
import { provider } from '../../../../drizzle/schema/provider.ts';
import { type GatewayName, gatewayNames, type RailName } from '../../../contract/enums.ts';
import { refuse } from '../../../contract/errors.ts';
import { db } from '../../../db/client.ts';
import { env } from '../../../env.ts';
import { type Gateway, type GatewayAccount, GatewayError } from '../../../rails/rail.ts';
import { rails } from '../../../rails/registry.ts';
import type { Scope } from '../../../work/scope.ts';
import { openCredentials } from '../../model/account-credentials.ts';
import { isKnownAccount, requireHere } from '../../model/provider/account-status.ts';

/** What the choice of an account depends on. */
type Tenant = Pick<Scope, 'providerId' | 'livemode' | 'db'>;

export type GatewayAccountRow = typeof gatewayAccount.$inferSelect;

/** The part of the address after `/hooks/`. Safaricom refuses addresses with the names of its products. */
const hookName = (gateway: GatewayName) => (gateway === 'mpesa' ? 'pay' : gateway);

/** The address to which a gateway reports. Contract: Gateway accounts. */
export function hookUrl(gateway: GatewayName, token: string): string {
  return `${env.PUBLIC_URL}/hooks/${hookName(gateway)}/${token}`;
}

/** The gateway of an address under `/hooks/`; undefined for any other address. */
export function gatewayOfHook(name: string): GatewayName | undefined {
  return gatewayNames.find((gateway) => hookName(gateway) === name);
}

/** The account of a row. @throws GatewayError while it is disconnected, or its credentials cannot be decrypted */
function openAccount(row: GatewayAccountRow, livemode: boolean): GatewayAccount {
  const { id, providerId, gateway, token, sealedCredentials: sealed } = row;
  if (sealed === null) {
    throw new GatewayError('the account at the gateway is disconnected', { isFinal: false });
  }
  try {
    const credentials = openCredentials(id, sealed);
    return { id, providerId, livemode, credentials, hookUrl: hookUrl(gateway, token) };
  } catch (cause) {
    throw new GatewayError((cause as Error).message, { isFinal: false, cause });
  }
}

/** The account of the environment for a provider; null where there is none of its kind. */
function defaultAccount(
  gateway: Gateway,
  { providerId, livemode }: Pick<Scope, 'providerId' | 'livemode'>,
): GatewayAccount | null {
  const credentials = gateway.defaultCredentials?.() ?? null;
  if (!credentials || !gateway.fits(credentials, livemode)) return null;
  return { id: null, providerId, livemode, credentials, hookUrl: '' };
}

/** Whether the environment has an account that serves a provider without one of its own. */
export function hasDefaultAccount(scope: Scope, gateway: GatewayName): boolean {
  const { gateway: found } = rails[gateway];
  return found !== undefined && defaultAccount(found, scope) !== null;
}

/** The own accounts of the provider that are connected, by gateway. */
export async function connectedAccounts(scope: Tenant): Promise<Map<RailName, GatewayAccountRow>> {
  const rows = await scope.db
    .select()
    .from(gatewayAccount)
    .where(and(eq(gatewayAccount.providerId, scope.providerId), isNotNull(gatewayAccount.sealedCredentials)));
  return new Map(rows.map((row) => [row.gateway, row]));
}

/**
 * The rails that a provider can use. Contract: Gateway accounts.
 * @param known the connected accounts, where the caller has read them
 */
export async function availableRails(scope: Tenant, known?: ReadonlyMap<RailName, GatewayAccountRow>) {
  const own = known ?? (await connectedAccounts(scope));
  return Object.values(rails).filter((rail) =>
    rail.gateway
      ? own.has(rail.name) || defaultAccount(rail.gateway, scope) !== null
      : rail.isAvailableFor(scope),
  );
}

/**
 * The account that takes a new payment on a rail: the provider's own, else the default of the environment.
 * @returns null where the rail has a gateway and the provider has no account there
 */
export async function accountForPayment(
  scope: Scope,
  rail: { name: RailName; gateway: Gateway },
): Promise<{ id: string | null; row: GatewayAccountRow | null } | null> {
  const row = (await connectedAccounts(scope)).get(rail.name) ?? null;
  if (row) return { id: row.id, row };
  return defaultAccount(rail.gateway, scope) ? { id: null, row: null } : null;
}

/**
 * The account that took a stored payment, for a call to its gateway. Outside any transaction.
 * @param accountId null for the default of the environment
 * @throws GatewayError, to be retried, while the account is disconnected or the environment has no default
 */
export async function accountOfPayment(
  { providerId, accountId }: { providerId: string; accountId: string | null },
  gateway: Gateway,
): Promise<GatewayAccount> {
  const [found] = await db()
    .select({ livemode: provider.livemode, row: gatewayAccount })
    .from(provider)
    .leftJoin(
      gatewayAccount,
      and(eq(gatewayAccount.providerId, provider.id), eq(gatewayAccount.id, accountId ?? '')),
    )
    .where(eq(provider.id, providerId));
  const { livemode = false, row = null } = found ?? {};
  if (row) return openAccount(row, livemode);
  const account = defaultAccount(gateway, { providerId, livemode });
  if (!account) throw new GatewayError('there is no account at the gateway', { isFinal: false });
  return account;
}

/** The connected account whose reports come to an address; null for an unknown one, and for that of a closed partner account. */
export async function accountOfHook(gateway: GatewayName, token: string): Promise<GatewayAccount | null> {
  const [found] = await db()
    .select({ livemode: provider.livemode, status: provider.status, row: gatewayAccount })
    .from(gatewayAccount)
    .innerJoin(provider, eq(provider.id, gatewayAccount.providerId))
    .where(
      and(
        eq(gatewayAccount.token, token),
        eq(gatewayAccount.gateway, gateway),
        isNotNull(gatewayAccount.sealedCredentials),
        isKnownAccount,
      ),
    );
  if (found) requireHere(found.status);
  return found ? openAccount(found.row, found.livemode) : null;
}

/** The account of the environment, whose webhook has one address for all providers; null without one. */
export function accountOfEnvironment(gateway: GatewayName): GatewayAccount | null {
  const credentials = rails[gateway].gateway?.defaultCredentials?.() ?? null;
  return credentials && { id: null, providerId: '', livemode: false, credentials, hookUrl: '' };
}

/**
 * The own account of the scope's provider at a gateway, for a call to it.
 * @returns null where none is connected
 */
export async function ownAccount(scope: Scope, gateway: GatewayName): Promise<GatewayAccount | null> {
  const row = (await connectedAccounts(scope)).get(gateway);
  return row ? openAccount(row, scope.livemode) : null;
}

/**
 * The id of the provider's account at a gateway. One that is disconnected counts, because its statements do.
 * @throws CONFLICT where there was none
 */
export async function requireAccount({ db, providerId }: Scope, gateway: GatewayName): Promise<string> {
  const [row] = await db
    .select({ id: gatewayAccount.id })
    .from(gatewayAccount)
    .where(and(eq(gatewayAccount.providerId, providerId), eq(gatewayAccount.gateway, gateway)));
  if (row) return row.id;
  throw refuse('CONFLICT', { message: 'Connect your account under Gateways first.' });
}
