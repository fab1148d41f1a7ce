import { Refusal } from '../../contract/errors.ts';
import type { ExternalIpv4 } from '../../integrations/command.ts';
import type { Ipv4 } from '../../radius/desired.ts';
import type { WriteScope } from '../../work/scope.ts';
import type { SubscriptionRow } from '../model/subscription/resource.ts';
import { setIpv4 } from '../subscription/set-ipv4.ts';
import { mappedTo } from './mapped-to.ts';
import type { Cause } from './outcome.ts';

type Applied = { row: SubscriptionRow; isChanged: boolean; fault: string | null };

/**
 * Sets the subscription's IPv4 assignment to that of the event. An invalid or unmapped one changes nothing and is returned
 * as the fault. Contract: Inbound, RADIUS.
 * @param ipv4 null if the event has no assignment
 */
export async function applyIpv4(
  scope: WriteScope,
  { integration }: Cause,
  row: SubscriptionRow,
  ipv4: ExternalIpv4 | null,
): Promise<Applied> {
  if (ipv4 === null) return { row, isChanged: false, fault: null };
  if (ipv4.mode === 'invalid') return { row, isChanged: false, fault: 'IPV4_INVALID' };
  const wanted = mappedIpv4(ipv4, integration.poolMap);
  if (!wanted) return { row, isChanged: false, fault: 'POOL_NOT_MAPPED' };
  try {
    const after = await setIpv4(scope, row, wanted);
    return { row: after, isChanged: after !== row, fault: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isTaken = error.body.rejectionReasons.some(
      ({ field, code }) => field === 'ipv4.address' && code === 'INVALID_VALUE',
    );
    return { row, isChanged: false, fault: isTaken ? 'IPV4_TAKEN' : 'IPV4_INVALID' };
  }
}

/** The assignment with Demarc's pool. A pool id must be mapped; a pool name may be. */
function mappedIpv4(
  ipv4: Exclude<ExternalIpv4, { mode: 'invalid' }>,
  poolMap: Record<string, string>,
): Ipv4 | null {
  if (ipv4.mode !== 'pool') return ipv4;
  const poolName = mappedTo(poolMap, ipv4.poolId) ?? (ipv4.isName ? ipv4.poolId : undefined);
  return poolName === undefined ? null : { mode: 'pool', poolName };
}
