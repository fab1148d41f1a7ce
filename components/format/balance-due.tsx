import { MoneyText } from './money-text.tsx';

/** What is due, one amount for each currency. */
export function BalanceDue({ amounts }: { amounts: { amount: number; currency: string }[] }) {
  if (amounts.length === 0) return <span data-empty>–</span>;
  return amounts.map(({ amount, currency }) => (
    <div key={currency}>
      <MoneyText amount={amount} currency={currency} />
    </div>
  ));
}
