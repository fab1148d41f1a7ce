import type { ReactNode } from 'react';
import classes from './sum.module.css';

/** Lines that add up to what is to be paid. */
export function Sum({ children }: { children: ReactNode }) {
  return <dl className={classes.sum}>{children}</dl>;
}

export function SumLine({ label, isTotal, children }: SumLineProps) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type SumLineProps = { label: ReactNode; isTotal?: boolean; children: ReactNode };
