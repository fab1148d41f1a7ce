'use client';

import { Anchor } from '@mantine/core';
import Link from 'next/link';
import { CopyId } from './copy-id.tsx';
import classes from './correlation-id.module.css';

type CorrelationIdProps = {
  id: string;
  short?: boolean;
  /** Opens the link in a new tab, where leaving the page would lose input. */
  inNewTab?: boolean;
};

/** A correlation id, to copy, with a link to all that it caused. */
export function CorrelationId({ id, short = false, inNewTab = false }: CorrelationIdProps) {
  return (
    <span className={classes.root}>
      <CopyId id={id} what="correlation id" short={short} />
      <Anchor
        component={Link}
        href={`/developers/correlation/${id}`}
        prefetch={false}
        target={inNewTab ? '_blank' : undefined}
        className={classes.link}
        inherit
      >
        All it caused
      </Anchor>
    </span>
  );
}
