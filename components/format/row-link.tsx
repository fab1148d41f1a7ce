'use client';

import Link from 'next/link';
import type { ComponentProps } from 'react';
import classes from './row-link.module.css';

/** The link of a row or card, which covers all of it. The row is positioned; its buttons lie above the link. */
export function RowLink(props: Omit<ComponentProps<typeof Link>, 'className' | 'prefetch'>) {
  return <Link {...props} prefetch={false} className={classes.link} />;
}
