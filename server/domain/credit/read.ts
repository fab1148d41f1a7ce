import type { z } from 'zod';
import { balanceTransaction } from '../../../drizzle/schema/credit.ts';
import type { balanceTransactionList } from '../../contract/balance-transaction.ts';
import { find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { equals } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { balanceTransactionResource } from '../model/balance-transaction/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

const list = defineList<typeof balanceTransactionResource, z.output<typeof balanceTransactionList>>(
  balanceTransactionResource,
  {
    filters: {
      id: equals(balanceTransaction.subscriberId),
      type: equals(balanceTransaction.type),
      currency: equals(balanceTransaction.currency),
    },
    sortable: {},
  },
);

/**
 * The changes of a subscriber's credit. Contract: Account credit, Lists.
 * @throws NOT_FOUND for the subscriber
 */
export async function listBalanceTransactions(scope: Scope, input: z.output<typeof balanceTransactionList>) {
  await find(scope, subscriberResource, input.id);
  return list(scope, input);
}
