import { sql } from 'drizzle-orm';
import { statementEntries } from '../../server/domain/model/statement-entries.ts';
import type { Invariant } from './invariant.ts';

/** The statement of account agrees with the books. */
export const statementInvariants: readonly Invariant[] = [
  {
    name: 'the entries of a statement add up to what is owed, less the credit and the money to be refunded',
    async broken(db) {
      const rows = await db.execute<{ what: string }>(sql`
        with entry as (${statementEntries(sql`true`)}), book as (
          select provider_id, subscriber_id, currency, amount_due as amount from invoice where status = 'OPEN'
          union all select provider_id, subscriber_id, currency, amount from charge where status = 'PENDING'
          union all select provider_id, subscriber_id, currency, -balance from credit
          union all select provider_id, subscriber_id, currency, refunded_amount + credited_amount - amount
            from payment where status = 'COMPLETED' and refund_due
        ), both_sides as (
          select provider_id, subscriber_id, currency, amount as stated, 0 as booked from entry
          union all select provider_id, subscriber_id, currency, 0, amount from book)
        select subscriber_id || ' has ' || sum(stated) || ' ' || currency || ' by its statement and ' || sum(booked) || ' by the books' as what
        from both_sides group by provider_id, subscriber_id, currency having sum(stated) <> sum(booked)`);
      return rows.map(({ what }) => what);
    },
  },
];
