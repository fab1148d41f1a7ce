'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import classes from './refusal.module.css';

type RefusalProps = {
  /** What was refused; each new refusal is brought into sight again. */
  of: unknown;
  /** Whether a field shows the refusal as well and has the focus. It stays in sight then. */
  isAtField?: boolean;
  children: ReactNode;
};

/** Why a form was not sent, above its fields. The button that sends a long form is below them, where the refusal is out of sight. */
export function Refusal({ of, isAtField = false, children }: RefusalProps) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each refusal
  useEffect(() => {
    if (!isAtField) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [of]);
  return (
    <div ref={ref} className={classes.root}>
      {children}
    </div>
  );
}
