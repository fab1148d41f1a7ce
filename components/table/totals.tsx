'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { MoneyText } from '../format/money-text.tsx';
import type { ListInput } from './list-definition.ts';
import classes from './resource-table.module.css';

type Sum<K extends string> = { currency: string } & Record<K, number>;

/** The sums of one kind, one amount for each currency. */
type Total = { label: string; amounts: { currency: string; amount: number }[] };

type TotalsFilters = Omit<ListInput, 'page' | 'limit' | 'sort'>;

/** The hook that reads the sums of the rows that match. */
export type UseTotals = (filters: TotalsFilters) => Total[];

type TotalsProcedure<K extends string> = {
  useQuery: (
    filters: TotalsFilters,
    options: {
      initialData: undefined;
      placeholderData: (previous: Sum<K>[] | undefined) => Sum<K>[] | undefined;
    },
  ) => { data: Sum<K>[] | undefined };
};

/**
 * The hook of a procedure that sums what matches. The first sum is always shown, the others where they are not 0.
 * @param labels of the sums, in their order
 */
export function totalsOf<K extends string>(
  procedure: TotalsProcedure<NoInfer<K>>,
  labels: Record<K, string>,
): UseTotals {
  const fields = Object.keys(labels) as K[];
  return (filters) => {
    const { data: sums = [] } = procedure.useQuery(filters, {
      initialData: undefined,
      placeholderData: keepPreviousData,
    });
    return fields.map((field, index) => ({
      label: labels[field],
      amounts: sums
        .map((sum) => ({ currency: sum.currency, amount: sum[field] }))
        .filter(({ amount }) => index === 0 || amount !== 0),
    }));
  };
}

type TotalsProps = { useTotals: UseTotals; input: ListInput };

/** A line with the sums of all rows that match, of this page and the others. */
export function Totals({ useTotals, input }: TotalsProps) {
  const { page: _page, limit: _limit, sort: _sort, ...filters } = input;
  const totals = useTotals(filters).filter(({ amounts }) => amounts.length > 0);
  return (
    <dl className={classes.totals} aria-label="Totals of the filtered rows">
      {totals.map(({ label, amounts }) => (
        <div key={label}>
          <dt>{label}</dt>
          {amounts.map(({ currency, amount }) => (
            <dd key={currency}>
              <MoneyText amount={amount} currency={currency} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
