import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { receipt } from '../../../drizzle/schema/receipt.ts';
import type { receiptListAll } from '../../contract/portal/receipt.ts';
import type { ReceiptSnapshot, receiptId } from '../../contract/receipt.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { amountWithin, equals } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { search } from '../list/search.ts';
import { receiptResource } from '../model/receipt/resource.ts';
import { subscribersLike } from '../model/subscriber/resource.ts';

/** @throws NOT_FOUND */
export async function getReceipt(scope: Scope, { id }: z.output<typeof receiptId>): Promise<ReceiptSnapshot> {
  return presentOne(scope, receiptResource, await find(scope, receiptResource, id));
}

/** Receipts of all gateway accounts. Contract: Lists. */
export const listReceipts = defineList<typeof receiptResource, z.output<typeof receiptListAll>>(
  receiptResource,
  {
    filters: {
      status: equals(receipt.status),
      subscriberId: equals(receipt.subscriberId),
      paymentId: equals(receipt.paymentId),
      transactionId: equals(receipt.transactionId),
      accountNumber: equals(receipt.accountNumber),
      currency: equals(receipt.currency),
      ...amountWithin(receipt.amount, receipt.currency),
      q: search(receipt, ({ text, pattern }) => [
        sql`${receipt.id} = ${text}`,
        sql`${receipt.transactionId} = upper(${text})`,
        sql`${receipt.accountNumber} ilike ${pattern}`,
        sql`${receipt.payerName} ilike ${pattern}`,
        sql`${receipt.subscriberId} in (${subscribersLike(pattern)})`,
      ]),
    },
    sortable: { amount: [receipt.currency, receipt.amount], paidAt: receipt.paidAt },
  },
);
