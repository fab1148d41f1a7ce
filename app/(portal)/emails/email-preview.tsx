'use client';

import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import type { RenderedEmail } from '@/server/contract/portal/email.ts';
import classes from './email-preview.module.css';

type Format = 'html' | 'text';

/** The email as its reader sees it. The frame is sandboxed: no scripts, no forms, no navigation. */
export function EmailPreview({ email }: { email: RenderedEmail }) {
  const [format, setFormat] = useState<Format>('html');
  return (
    <Panel
      title={email.subject}
      flush
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Format of the email"
          value={format}
          onChange={(value) => setFormat(value as Format)}
          data={[
            { value: 'html', label: 'Formatted' },
            { value: 'text', label: 'Plain text' },
          ]}
        />
      }
    >
      {format === 'html' ? (
        <iframe className={classes.frame} title={email.subject} sandbox="" srcDoc={email.html} />
      ) : (
        <pre className={classes.text}>{email.text}</pre>
      )}
    </Panel>
  );
}
