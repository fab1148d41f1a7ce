import type { Scope } from '../../db/scope.ts';
import { look } from '../../state/resource.ts';
import { invoiceResource } from '../invoice/resource.ts';
import { subscriberResource } from '../subscriber/resource.ts';
import type { MailRow } from './resource.ts';

/**
 * Why a queued mail is better not sent any more: nobody is asked for what they have paid meanwhile, and nobody who is
 * back in service hears that it is off. A receipt stays true.
 */
export async function reasonToDrop(scope: Scope, row: MailRow): Promise<string | null> {
  const owner = await look(scope, subscriberResource, row.subscriberId);
  if (!owner?.email.includes('@')) return 'There is no address to send it to.';
  switch (row.kind) {
    case 'INVOICE':
    case 'OVERDUE': {
      const invoice = row.facts.invoiceId && (await look(scope, invoiceResource, row.facts.invoiceId));
      return invoice && invoice.status === 'OPEN' ? null : 'Nothing is due on the invoice any more.';
    }
    case 'SUSPENSION':
      return owner.status === 'terminated' ? 'The subscriber has left.' : null;
    case 'RECEIPT':
      return null;
  }
}
