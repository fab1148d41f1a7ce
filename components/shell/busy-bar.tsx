'use client';

import { useIsBusy, useWork } from './busy.ts';
import classes from './shell.module.css';

/** A line at the top of the window while a person waits for the effect of a click. */
export function BusyBar() {
  return useIsBusy() && <div className={classes.busy} role="progressbar" aria-label="Loading" />;
}

/** Shown in place of a part that is being loaded: it has nothing of its own but the line at the top. */
export function Working() {
  useWork(true);
  return null;
}
