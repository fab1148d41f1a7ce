import { and, eq } from 'drizzle-orm';
import { provider } from '../../../../drizzle/schema/provider.ts';
import { staffMember } from '../../../../drizzle/schema/staff.ts';
import { realNow } from '../../../clock.ts';
import { maskedUrl } from '../../../contract/masked.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { WebhookRow } from '../../model/webhook/resource.ts';
import { enqueueEmails } from '../email/enqueue.ts';

/**
 * Queues an email to each owner of the partner: their webhook is failing or disabled. Contract: Outbound deliveries.
 * @param until real time at which the webhook will be disabled; null when it was disabled now
 */
export async function warnOwners(scope: WriteScope, row: WebhookRow, until: Date | null): Promise<void> {
  const owners = await scope.db
    .select({ userId: staffMember.userId })
    .from(staffMember)
    .innerJoin(provider, eq(provider.organisationId, staffMember.organisationId))
    .where(and(eq(provider.id, scope.providerId), eq(staffMember.role, 'owner')));
  const at = until === null ? realNow() : (row.failingSince ?? realNow());
  await enqueueEmails(
    scope,
    owners.map(({ userId }) => ({
      kind: until === null ? 'WEBHOOK_DISABLED' : 'WEBHOOK_FAILING',
      factId: row.id,
      staffUserId: userId,
      facts: { url: maskedUrl(row.url), at: at.toISOString(), until: until?.toISOString() ?? null },
    })),
  );
}
