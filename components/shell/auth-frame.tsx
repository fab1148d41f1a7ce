import type { ReactNode } from 'react';
import classes from './auth-frame.module.css';
import { BrandMark } from './brand-mark.tsx';

/** The frame of the pages around sign-in. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.root}>
      <main className={classes.card}>
        <div className={classes.brand}>
          <BrandMark size={32} />
          <span>Demarc</span>
        </div>
        {children}
      </main>
    </div>
  );
}
