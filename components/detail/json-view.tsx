'use client';

import { Button, CopyButton, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './json-view.module.css';

/** An object as the API returns it, to read and to copy. */
export function JsonView({ value, label = 'JSON' }: { value: unknown; label?: string }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <div className={classes.root}>
      <Group className={classes.copy}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={copied ? undefined : `Copy JSON: ${label}`}
              onClick={copy}
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            >
              {copied ? 'Copied' : 'Copy JSON'}
            </Button>
          )}
        </CopyButton>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus */}
      <section className={classes.code} tabIndex={0} aria-label={label}>
        <pre>{highlight(text)}</pre>
      </section>
    </div>
  );
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** Marks keys, strings, numbers and literals. All else is plain. */
function highlight(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let last = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > last) parts.push(text.slice(last, match.index));
    const [whole, quoted, colon, word] = match;
    const kind = quoted ? (colon ? classes.key : classes.text) : word ? classes.word : classes.number;
    parts.push(
      <span key={match.index} className={kind}>
        {quoted ?? whole}
      </span>,
    );
    if (colon) parts.push(colon);
    last = match.index + whole.length;
  }
  parts.push(text.slice(last));
  return parts;
}
