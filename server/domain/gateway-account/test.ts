import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { AccountTest } from '../../contract/portal/account-credentials.ts';
import type { gatewayAccountName } from '../../contract/portal/gateway-account.ts';
import { GatewayError } from '../../rails/rail.ts';
import { rails } from '../../rails/registry.ts';
import type { Scope } from '../../work/scope.ts';
import { ownAccount } from '../external/gateway/accounts.ts';

/**
 * Tries the stored credentials at the gateway. Outside any transaction, because the gateway may take seconds. Changes nothing.
 * @throws NOT_FOUND where no account is connected
 */
export async function testGatewayAccount(
  scope: Scope,
  { gateway }: z.output<typeof gatewayAccountName>,
): Promise<AccountTest> {
  const account = await ownAccount(scope, gateway);
  const { gateway: at } = rails[gateway];
  if (!account || !at) throw refuse('NOT_FOUND', { field: 'gateway' });
  try {
    return { isAccepted: true, answer: await at.check(account) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { isAccepted: false, answer: error.message };
  }
}
