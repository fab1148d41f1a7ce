import type { ReactNode } from 'react';
import classes from './price-breakdown.module.css';

/** The lines of an amount that is to be paid. */
export function PriceBreakdown({ children }: { children: ReactNode }) {
  return <dl className={classes.root}>{children}</dl>;
}

export function PriceLine({ label, isTotal, children }: PriceLineProps) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type PriceLineProps = { label: ReactNode; isTotal?: boolean; children: ReactNode };
