import { type SQL, sql } from 'drizzle-orm';
import type { Minor } from '../../contract/money.ts';
import type { StatementKind } from '../../contract/portal/account-statement.ts';

/** What changed the balance of a subscriber. Above 0 the subscriber owes more. Minor units. */
export type StatementEntry = {
  at: string;
  kind: StatementKind;
  id: string;
  /** The number of the document, or the reference of the payment; null without one. */
  number: string | null;
  text: string | null;
  amount: Minor;
  currency: string;
};

/**
 * All that changed the balance of subscribers, as a query with the columns of `StatementEntry` and `provider_id`,
 * `subscriber_id`. The sum of the amounts is what the subscriber owes, less the credit and the money to be refunded: a test
 * checks it. Settlements from credit are absent, because they move money within the account. Contract: Statement of account.
 * @param which a condition on `provider_id` and `subscriber_id`, which every table has
 */
export function statementEntries(which: SQL): SQL {
  const owner = sql`provider_id, subscriber_id`;
  return sql`
    select ${owner}, issued_at as at, 'INVOICE' as kind, id, number, lines -> 0 ->> 'description' as text, total as amount, currency
    from invoice where ${which} and total > 0
    union all
    select ${owner}, updated_at, 'VOIDED_INVOICE', id, number, null, -total, currency
    from invoice where ${which} and status = 'VOID' and total > 0
    union all
    select ${owner}, created_at, 'CHARGE', id, null, description, amount, currency
    from charge where ${which}
    union all
    select ${owner}, coalesce(waived_at, cancelled_at), 'DROPPED_CHARGE', id, null, description, -amount, currency
    from charge where ${which} and status in ('WAIVED', 'CANCELLED')
    union all
    select ${owner}, completed_at, 'PAYMENT', id, reference, null, -amount, currency
    from payment where ${which} and status = 'COMPLETED'
    union all
    select ${owner}, created_at, 'REFUND', id, null, null, case when is_late then taken else amount end, currency
    from (${refunds(which)}) r where not is_late or taken > 0
    union all
    select ${owner}, created_at, 'CREDIT_NOTE', id, null, null, taken - amount, currency
    from (${refunds(which)}) r where not is_late and amount > taken
    union all
    select ${owner}, created_at,
      case type when 'PAYMENT' then 'KEPT_MONEY' when 'ADJUSTMENT' then 'ADJUSTMENT' else 'RETURNED_CREDIT' end,
      id, null, note, -amount, currency
    from balance_transaction t where ${which} and (type = 'ADJUSTMENT' or (type = 'SETTLEMENT' and amount > 0)
      or (type = 'PAYMENT' and exists (
        select from payment p where p.provider_id = t.provider_id and p.id = t.payment_id and p.status <> 'COMPLETED')))`;
}

/**
 * The refunds, with what each did not take back from a document: what it took from credit, or all of one of money that had paid nothing.
 * `is_late`: the money came after the payment had expired, so no entry has it.
 */
function refunds(which: SQL): SQL {
  return sql`
    select r.*, p.status <> 'COMPLETED' as is_late,
      case when p.status = 'COMPLETED' and (c.id is not null and c.paid_at is null or i.status = 'VOID'
          or p.subscription_id is not null and p.invoice_id is null and p.charge_id is null)
        then r.amount
        else coalesce((
          select -sum(t.amount) from balance_transaction t
          where t.provider_id = r.provider_id and t.refund_id = r.id and t.type = 'REFUND'), 0)::bigint end as taken
    from (select * from refund where ${which}) r
    join payment p on p.provider_id = r.provider_id and p.id = r.payment_id
    left join charge c on c.provider_id = p.provider_id and c.id = p.charge_id
    left join invoice i on i.provider_id = p.provider_id and i.id = p.invoice_id`;
}
