'use client';

import { useSelectedLayoutSegment } from 'next/navigation';
import type { ReactNode } from 'react';
import classes from './docs.module.css';

/** The part of a page below the bar. The viewer of the API brings a main part of its own, and a page has one. */
export function DocsContent({ children }: { children: ReactNode }) {
  const Part = useSelectedLayoutSegment() === 'api' ? 'div' : 'main';
  return (
    <Part id="content" tabIndex={-1} className={classes.page}>
      {children}
    </Part>
  );
}
