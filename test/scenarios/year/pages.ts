import type { useApi } from '../../contract/api.ts';
import type { Ledger, Reminder } from './ledger.ts';

type Sql = ReturnType<typeof useApi>['sql'];

/** What the page of a customer says, in English: sums in minor units, and the state of the service. */
export async function readPage(address: string) {
  const answer = await fetch(address);
  const html = await answer.text();
  if (answer.status !== 200) throw new Error(`${address} is ${answer.status}`);
  const sum = (pattern: RegExp) =>
    Math.round(Number(pattern.exec(html)?.[1]?.replaceAll(',', '') ?? 0) * 100);
  return {
    owed: sum(/<p class="sum"><span>KES\s([\d,.]+)/),
    credit: sum(/<dt>Credit<\/dt><dd><span>KES\s([\d,.]+)/),
    service: /<p class="state (\w+)"/.exec(html)?.[1],
  };
}

/** What the page of a customer has to say. */
export function pageOf({ owed, credit, status, service, cycle }: Ledger) {
  const states = { PENDING: 'waiting', INACTIVE: 'stopped', CANCELLED: 'ended', ACTIVE: 'paid' } as const;
  const isWaiting = service === 'AWAITING_PAYMENT_FOR_UPGRADE';
  const state = cycle?.overdue ? 'overdue' : isWaiting ? 'upgrading' : states[status];
  return { owed, credit, service: state };
}

/** How many reminders of each kind each customer got. The message at the due date is none of them. */
export async function readReminders(sql: Sql, providerId: string) {
  const rows = await sql<{ id: string; kind: Reminder; sent: number }[]>`
    select subscriber_id as id, kind, count(*)::int as sent from mail
    where provider_id = ${providerId} and kind in ('REMINDER', 'OVERDUE', 'LAST_WARNING')
      and (kind = 'LAST_WARNING' or occurrence <> 0)
    group by subscriber_id, kind`;
  return new Map(rows.map(({ id, kind, sent }) => [`${id} ${kind}`, sent]));
}
