import { balanceTransaction } from '../../../../drizzle/schema/credit.ts';
import { balanceTransactionSnapshot } from '../../../contract/balance-transaction.ts';
import { defineResource, type Row } from '../../../state/resource.ts';

export const balanceTransactionResource = defineResource({
  name: 'balanceTransaction',
  object: null,
  table: balanceTransaction,
  snapshot: balanceTransactionSnapshot,
});

export type BalanceTransactionRow = Row<typeof balanceTransactionResource>;
