import { eq, sql } from 'drizzle-orm';
import type { AccessFacts } from '../../../../drizzle/schema/mail.ts';
import { staffInvitation } from '../../../../drizzle/schema/staff.ts';
import { realNow } from '../../../clock.ts';
import { isOpenInvoice } from '../../../contract/invoice-rules.ts';
import { isOpenPayment } from '../../../contract/payment-rules.ts';
import { isErased } from '../../../contract/subscriber-rules.ts';
import { unseal } from '../../../sealed.ts';
import { findOrNull } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import type { EmailRow } from '../../model/email/resource.ts';
import { invoiceResource } from '../../model/invoice/resource.ts';
import { hashToken } from '../../model/link-token.ts';
import { paymentResource } from '../../model/payment/resource.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import { webhookResource } from '../../model/webhook/resource.ts';
import { isToSubscriber } from './enqueue.ts';
import { unwantedReason } from './wanted.ts';

/**
 * Why a queued message is no longer true or wanted, or null. An invoice may have been paid since, a subscriber may have left or turned the
 * channel off, and a webhook may work again. A receipt is always true.
 */
export async function dropReason(scope: Scope, row: EmailRow): Promise<string | null> {
  if ('organisation' in row.facts) return accessDropReason(scope, row, row.facts);
  if (row.subscriberId === null) return staffDropReason(scope, row);
  const owner = await findOrNull(scope, subscriberResource, row.subscriberId);
  if (owner === null || isErased(owner)) return 'The subscriber is erased.';
  const { kind, channel } = row;
  const unwanted = isToSubscriber(kind) && unwantedReason(owner, { kind, channel });
  if (unwanted) return unwanted;
  switch (kind) {
    case 'INVOICE':
    case 'REMINDER':
    case 'OVERDUE':
    case 'LAST_WARNING': {
      if ('fromCredit' in row.facts && row.facts.fromCredit) return null;
      const invoiceId = 'invoiceId' in row.facts ? row.facts.invoiceId : null;
      const invoice = invoiceId && (await findOrNull(scope, invoiceResource, invoiceId));
      return invoice && isOpenInvoice(invoice) ? null : 'Nothing is due on the invoice.';
    }
    case 'PROMPT': {
      const paid = await findOrNull(scope, paymentResource, row.factId);
      return paid && isOpenPayment(paid) ? null : 'The prompt is over.';
    }
    case 'SUSPENSION':
      return owner.status === 'terminated' ? 'The subscriber has left.' : null;
    default:
      return null;
  }
}

async function staffDropReason(scope: Scope, row: EmailRow): Promise<string | null> {
  if (row.kind === 'NOTIFICATIONS')
    return (await isDigestChosen(scope, row)) ? null : 'The reader turned it off.';
  const about = await findOrNull(scope, webhookResource, row.factId);
  if (!about || about.status === 'deleted') return 'The webhook was deleted.';
  if (row.kind === 'WEBHOOK_FAILING' && about.failingSince === null) return 'The webhook works again.';
  if (row.kind === 'WEBHOOK_DISABLED' && about.status === 'ACTIVE') return 'The webhook was enabled again.';
  return null;
}

/** Whether the reader still has the daily email, and is on the team. */
async function isDigestChosen(scope: Scope, { staffUserId }: EmailRow): Promise<boolean> {
  const [found] = await scope.db.execute(sql`
    select from notification_digest d
    join provider p on p.id = d.provider_id
    join staff_member m on m.organisation_id = p.organisation_id and m.user_id = d.staff_user_id
    where d.provider_id = ${scope.providerId} and d.staff_user_id = ${staffUserId}`);
  return found !== undefined;
}

/** An email whose link no longer works is not sent. */
async function accessDropReason(
  scope: Scope,
  { id, kind, factId }: EmailRow,
  { link, until }: AccessFacts,
): Promise<string | null> {
  if (until && new Date(until) <= realNow()) return 'The link has expired.';
  if (kind !== 'INVITATION' || !link) return null;
  const [invitation] = await scope.db
    .select({ tokenHash: staffInvitation.tokenHash })
    .from(staffInvitation)
    .where(eq(staffInvitation.id, factId));
  if (!invitation) return 'The invitation was accepted or withdrawn.';
  const token = new URL(unseal(link, id)).searchParams.get('token') ?? '';
  return invitation.tokenHash === hashToken(token) ? null : 'A newer email has replaced the link.';
}
