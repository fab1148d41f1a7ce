import type { Scope } from '../../../db/scope.ts';
import { findOrNull } from '../../../state/resource.ts';
import type { MailRow } from '../../model/email/resource.ts';
import { invoiceResource } from '../../model/invoice/resource.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import { webhookResource } from '../../model/webhook/resource.ts';

/**
 * Why a queued mail is better not sent any more: nobody is asked for what they have paid meanwhile, and nobody who is
 * back in service hears that it is off. A receipt stays true. Staff are not warned of a webhook that works again.
 */
export async function reasonToDrop(scope: Scope, row: MailRow): Promise<string | null> {
  if (row.subscriberId === null) return staffReasonToDrop(scope, row);
  const owner = await findOrNull(scope, subscriberResource, row.subscriberId);
  if (!owner?.email.includes('@')) return 'There is no address to send it to.';
  switch (row.kind) {
    case 'INVOICE':
    case 'OVERDUE': {
      const invoiceId = 'invoiceId' in row.facts ? row.facts.invoiceId : null;
      const invoice = invoiceId && (await findOrNull(scope, invoiceResource, invoiceId));
      return invoice && invoice.status === 'OPEN' ? null : 'Nothing is due on the invoice any more.';
    }
    case 'SUSPENSION':
      return owner.status === 'terminated' ? 'The subscriber has left.' : null;
    default:
      return null;
  }
}

async function staffReasonToDrop(scope: Scope, row: MailRow): Promise<string | null> {
  const about = await findOrNull(scope, webhookResource, row.factId);
  if (!about || about.status === 'deleted') return 'The webhook was deleted.';
  if (row.kind === 'WEBHOOK_FAILING' && about.failingSince === null)
    return 'The webhook takes deliveries again.';
  if (row.kind === 'WEBHOOK_DISABLED' && about.status === 'ACTIVE') return 'The webhook was enabled again.';
  return null;
}
