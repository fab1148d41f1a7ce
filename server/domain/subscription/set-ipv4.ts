import { isIPv4 } from 'node:net';
import { and, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { invalid, invalidValue } from '../../contract/errors.ts';
import { ended } from '../../contract/subscription-rules.ts';
import { type Ipv4, isPoolName } from '../../radius/desired.ts';
import { instantOfChange } from '../../state/record.ts';
import { owned } from '../../state/resource.ts';
import { updateRows } from '../../state/write-rows.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { labelsOf } from '../model/labels.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';
import { subscribersOnHold, syncRadius } from '../network/sync-radius.ts';

/**
 * Copies the IPv4 assignment of an external system: a static address, a named pool, or neither, which leaves the default
 * pool of the NAS. It takes effect at the next sign-in to the network. An unchanged assignment writes nothing. Contract: Inbound,
 * RADIUS.
 * @param row locked
 * @throws VALIDATION_FAILED for an address or a pool name that cannot stand in the RADIUS tables: INVALID_FORMAT; for an address
 *   that another subscription has: INVALID_VALUE at `ipv4.address`
 */
export async function setIpv4(scope: WriteScope, row: SubscriptionRow, ipv4: Ipv4): Promise<SubscriptionRow> {
  requireValid(ipv4);
  const [before, after] = [ipv4Text(row.ipv4), ipv4Text(ipv4)];
  if (before === after) return row;
  if (ipv4.mode === 'static') await requireFree(scope, row, ipv4.address);
  const patch = {
    id: row.id,
    ipv4: ipv4.mode === 'none' ? null : ipv4,
    updatedAt: instantOfChange(scope, { row }),
  };
  const [written] = await updateRows(scope, subscriptionResource, [patch]);
  if (!written) throw new Error(`${row.id} does not exist`);
  audit(scope, 'subscription.set_ipv4', { type: 'subscription', id: row.id }, { ipv4: { before, after } });
  await syncRadius(scope, [written], await subscribersOnHold(scope, [written]));
  return written;
}

function requireValid(ipv4: Ipv4): void {
  if (ipv4.mode === 'static' && !isIPv4(ipv4.address)) {
    throw invalid([
      { field: 'ipv4.address', code: 'INVALID_FORMAT', message: 'This is not an IPv4 address.' },
    ]);
  }
  if (ipv4.mode === 'pool' && !isPoolName(ipv4.poolName)) {
    const message = 'A pool name has 1 to 253 printable characters and no quotes.';
    throw invalid([{ field: 'ipv4.poolName', code: 'INVALID_VALUE', message }]);
  }
}

/** Requires that no other subscription that can still be in service has the address. The lock serializes two that want it. */
async function requireFree(scope: WriteScope, { id }: SubscriptionRow, address: string): Promise<void> {
  const key = `static address ${scope.providerId} ${address}`;
  await scope.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const [holder] = await scope.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        owned(scope, subscriptionResource),
        sql`${subscription.ipv4} ->> 'address' = ${address}`,
        ne(subscription.id, id),
        notInArray(subscription.status, [...ended]),
        isNull(subscription.archivedAt),
      ),
    )
    .limit(1);
  if (!holder) return;
  const { [holder.id]: name } = await labelsOf(scope, { ids: [holder.id] });
  throw invalidValue('ipv4.address', `${name} has this address.`);
}

/** The IPv4 assignment as the audit trail shows it; null for the default pool of the NAS. */
function ipv4Text(ipv4: Ipv4 | null): string | null {
  if (ipv4?.mode === 'static') return ipv4.address;
  return ipv4?.mode === 'pool' ? `pool ${ipv4.poolName}` : null;
}
