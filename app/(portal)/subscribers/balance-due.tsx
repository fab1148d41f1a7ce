import { MoneyText } from '@/components/format/money-text.tsx';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';

/** What a subscriber owes, one amount for each currency. */
export function BalanceDue({ amounts }: { amounts: SubscriberSnapshot['balanceDue'] }) {
  if (amounts.length === 0) return <span>–</span>;
  return amounts.map(({ amount, currency }) => (
    <div key={currency}>
      <MoneyText amount={amount} currency={currency} />
    </div>
  ));
}
