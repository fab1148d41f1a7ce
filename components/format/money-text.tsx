import { formatMoney } from '@/server/contract/texts/format-money.ts';

type MoneyTextProps = {
  /** Major units, as the API writes them. */
  amount: number | null | undefined;
  currency: string | null | undefined;
  empty?: string;
};

/** Money by Intl, in digits of one width so that columns line up. */
export function MoneyText({ amount, currency, empty = '–' }: MoneyTextProps) {
  if (amount === null || amount === undefined || !currency) {
    return <span data-empty={empty === '–' || undefined}>{empty}</span>;
  }
  return (
    <span className="tabular" style={{ whiteSpace: 'nowrap' }}>
      {formatMoney(amount, currency)}
    </span>
  );
}
