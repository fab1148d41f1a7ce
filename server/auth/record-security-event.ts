import { and, asc, eq } from 'drizzle-orm';
import { provider } from '../../drizzle/schema/provider.ts';
import { staffMember, staffUser } from '../../drizzle/schema/staff.ts';
import { MINUTE_MS, monotonicMs } from '../clock.ts';
import { db } from '../db/client.ts';
import { log } from '../log.ts';
import { type SecurityEvent, securityEvent } from '../security-log.ts';
import { audit } from '../work/audit.ts';
import { type Origin, transaction } from '../work/transaction.ts';

/** The subject of an audit entry of a security event. */
type Subject = { type: 'staffUser' | 'accessCredential'; id: string };

/**
 * Writes an event to the security log and, for each account that it concerns, to the audit trail. A failed audit entry
 * is logged and does not affect the caller. Never rejects. Contract: Security log.
 */
export async function recordSecurityEvent(
  event: SecurityEvent,
  subject?: Subject,
  origins: readonly Origin[] = [],
): Promise<void> {
  securityEvent(event);
  if (!subject) return;
  const changes = Object.entries({ address: event.address, ...event.details }).flatMap(([field, after]) =>
    after === undefined ? [] : [[field, { before: null, after }]],
  );
  try {
    for (const origin of origins) {
      await transaction({ ...origin, besideAdvance: true }, async (scope) =>
        audit(scope, event.event, subject, Object.fromEntries(changes)),
      );
    }
  } catch (error) {
    log.error(
      { err: error, event: event.event, correlationId: event.correlationId },
      'audit entry not written',
    );
  }
}

/**
 * Writes an event about a person to each of the person's accounts. Contract: Security log.
 * @param email in lower case; for an address without staff the event is a log line only
 */
export async function recordStaffEvent(
  email: string,
  correlationId: string,
  event: Omit<SecurityEvent, 'account' | 'correlationId'> & Pick<SecurityEvent, 'event' | 'outcome'>,
  withAudit = true,
): Promise<void> {
  const rows = withAudit ? await accountsOf(email) : [];
  const [first] = rows;
  const origins = rows.map(({ user, role, providerId, livemode }): Origin => {
    const isOwnAction = event.outcome === 'success';
    const caller = isOwnAction
      ? ({ type: 'staff', id: user.id, name: user.name, email, role } as const)
      : ({ type: 'system', name: 'sign-in' } as const);
    return { providerId, livemode, caller, correlationId };
  });
  await recordSecurityEvent(
    { ...event, account: email, correlationId },
    first && { type: 'staffUser', id: first.user.id },
    origins,
  );
}

/** The accounts of a person, with the role in each; none for an address without staff. */
export async function accountsOf(email: string) {
  if (email.includes('\0')) return [];
  return db()
    .select({
      user: { id: staffUser.id, name: staffUser.name },
      role: staffMember.role,
      providerId: provider.id,
      livemode: provider.livemode,
    })
    .from(staffUser)
    .innerJoin(staffMember, eq(staffMember.userId, staffUser.id))
    .innerJoin(provider, and(eq(provider.organisationId, staffMember.organisationId)))
    .where(eq(staffUser.email, email))
    .orderBy(asc(provider.createdAt), asc(provider.id))
    .catch((error: unknown) => {
      log.error({ err: error }, 'accounts of a person could not be read');
      return [];
    });
}

const MAX_KEYS = 10_000;

/**
 * Returns for each key whether it is the first call within so many minutes, so that repeated attempts do not fill the
 * audit trail.
 */
export function firstWithinMinutes(
  minutes: number,
  now: () => number = monotonicMs,
): (key: string) => boolean {
  const until = new Map<string, number>();
  return (key) => {
    const at = now();
    if ((until.get(key) ?? Number.NEGATIVE_INFINITY) > at) return false;
    until.delete(key);
    const [oldest] = until.keys();
    if (until.size >= MAX_KEYS && oldest !== undefined) until.delete(oldest);
    until.set(key, at + minutes * MINUTE_MS);
    return true;
  };
}
