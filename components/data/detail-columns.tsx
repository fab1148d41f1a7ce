import type { ReactNode } from 'react';
import classes from './detail-columns.module.css';

/** What hangs on a thing beside the facts about it; one under the other where there is no room. */
export function DetailColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.root}>
      <div className={classes.side}>{side}</div>
      <div className={classes.main}>{main}</div>
    </div>
  );
}
