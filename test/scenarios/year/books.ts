import type { useApi } from '../../contract/api.ts';

type Sql = ReturnType<typeof useApi>['sql'];
type Book = {
  received: number;
  returned: number;
  credit: number;
  held: number;
  spent: number;
  owed: number;
  status: string;
  isOverdue: boolean;
  price: number | null;
  endsAt: number | null;
};

type Row = Record<Exclude<keyof Book, 'status' | 'isOverdue'>, string | null> & {
  id: string;
  status: string;
  isOverdue: boolean;
};

/** The money of a provider as its tables have it, by customer and by gateway, in minor units. Each customer has one subscription. */
export async function readBooks(sql: Sql, providerId: string) {
  const rows = await sql<Row[]>`
    select s.id, u.status, coalesce(c.status = 'OVERDUE', false) as "isOverdue", c.terms_price as price,
      extract(epoch from c.expires_at) * 1000 as "endsAt",
      p.received, p.returned, p.held, coalesce(k.balance, 0) as credit,
      coalesce(i.paid, 0) + coalesce(h.paid, 0) - p.of_charges - (p.returned_credit + coalesce(b.refunded, 0)) as spent,
      coalesce(i.open, 0) + coalesce(h.open, 0) as owed
    from subscriber s
    join subscription u on u.provider_id = s.provider_id and u.subscriber_id = s.id
    left join billing_cycle c on c.provider_id = u.provider_id and c.subscription_id = u.id and c.status in ('ACTIVE', 'OVERDUE')
    left join credit k on k.provider_id = s.provider_id and k.subscriber_id = s.id
    left join lateral (
      select coalesce(sum(amount) filter (where status = 'COMPLETED' or refund_due or refunded_amount > 0 or credited_amount > 0), 0) as received,
        coalesce(sum(refunded_amount), 0) as returned,
        coalesce(sum(amount - refunded_amount) filter (where refund_due), 0) as held,
        coalesce(sum(refunded_amount) filter (where charge_id is not null and status = 'COMPLETED'), 0) as of_charges,
        coalesce(sum(refunded_amount) filter (where credited_amount > 0), 0) as returned_credit
      from payment where provider_id = s.provider_id and subscriber_id = s.id) p on true
    left join lateral (
      select sum(amount_paid) as paid, sum(amount_due) filter (where status = 'OPEN') as open
      from invoice where provider_id = s.provider_id and subscriber_id = s.id) i on true
    left join lateral (
      select sum(amount) filter (where status in ('PAID', 'REFUNDED')) as paid, sum(amount) filter (where status = 'PENDING') as open
      from charge where provider_id = s.provider_id and subscriber_id = s.id) h on true
    left join lateral (
      select sum(amount) as refunded from balance_transaction
      where provider_id = s.provider_id and subscriber_id = s.id and type = 'REFUND') b on true
    where s.provider_id = ${providerId}`;
  const number = (value: string | null) => (value === null ? null : Number(value));
  const customers = new Map(
    rows.map(({ id, status, isOverdue, ...amounts }) => [
      id,
      {
        ...Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, number(value)])),
        status,
        isOverdue,
      } as unknown as Book,
    ]),
  );
  const rails = await sql<{ rail: string; received: string; returned: string }[]>`
    select rail, sum(amount) filter (where status = 'COMPLETED' or refund_due or refunded_amount > 0 or credited_amount > 0) as received,
      sum(refunded_amount) as returned
    from payment where provider_id = ${providerId} and rail <> 'manual' group by rail`;
  const [unknown] = await sql`
    select coalesce(sum(amount), 0) as amount from receipt where provider_id = ${providerId} and status = 'UNMATCHED'`;
  const accounts: Record<string, unknown> = Object.fromEntries(
    rails.map(({ rail, received, returned }) => [
      rail,
      { received: Number(received), returned: Number(returned) },
    ]),
  );
  return { customers, accounts: { ...accounts, unmatched: Number(unknown?.amount) } };
}
