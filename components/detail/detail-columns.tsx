import type { ReactNode } from 'react';
import classes from './detail-columns.module.css';

type DetailColumnsProps = {
  main: ReactNode;
  side: ReactNode;
  /** Whether a phone shows the main column first, and not the side. */
  mainFirst?: boolean;
};

/** Two columns: related lists and facts. A narrow screen shows one below the other. */
export function DetailColumns({ main, side, mainFirst = false }: DetailColumnsProps) {
  const aside = <div className={classes.side}>{side}</div>;
  return (
    <div className={classes.root}>
      {!mainFirst && aside}
      <div className={classes.main}>{main}</div>
      {mainFirst && aside}
    </div>
  );
}
