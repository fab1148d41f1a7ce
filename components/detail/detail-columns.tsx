import type { ReactNode } from 'react';
import classes from './detail-columns.module.css';

type DetailColumnsProps = {
  main: ReactNode;
  side: ReactNode;
  /** On a phone, where the side is usually what one came for. */
  mainFirst?: boolean;
};

/** What hangs on a thing beside the facts about it; one under the other where there is no room. */
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
