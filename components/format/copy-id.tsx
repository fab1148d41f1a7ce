'use client';

import { CopyButton, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copy-id.module.css';

type CopyIdProps = {
  id: string;
  /** The name of the copied value, for screen readers. */
  what?: string;
  /** Shows the prefix and the last digits only; the whole is copied. */
  short?: boolean;
};

/** An id in monospace that copies itself when pressed. */
export function CopyId({ id, what = 'id', short = false }: CopyIdProps) {
  return (
    <CopyButton value={id} timeout={1500}>
      {({ copied, copy }) => (
        <UnstyledButton
          className={classes.root}
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            copy();
          }}
          title={copied ? 'Copied' : short ? id : `Copy ${what}`}
          aria-label={copied ? `Copied ${what}` : `Copy ${what} ${id}`}
        >
          <span className={classes.id}>{short ? shorten(id) : id}</span>
          {copied ? (
            <IconCheck size={14} aria-hidden />
          ) : (
            <IconCopy size={14} aria-hidden className={classes.icon} />
          )}
        </UnstyledButton>
      )}
    </CopyButton>
  );
}

/** `sub_01kvsy9gf7fc69v7jfc1r55wx4` becomes `sub_…55wx4`: ids made in the same second differ at their end. */
function shorten(id: string): string {
  const prefix = id.includes('_') ? id.slice(0, id.indexOf('_') + 1) : '';
  return id.length - prefix.length > 8 ? `${prefix}…${id.slice(-5)}` : id;
}
