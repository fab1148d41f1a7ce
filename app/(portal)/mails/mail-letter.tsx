'use client';

import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import type { RenderedMail } from '@/server/contract/mail.ts';
import classes from './mail-letter.module.css';

type Form = 'html' | 'text';

/** What the reader sees, in either form. The frame may do nothing at all: no scripts, no forms, no way out. */
export function MailLetter({ letter }: { letter: RenderedMail }) {
  const [form, setForm] = useState<Form>('html');
  return (
    <Panel
      title={letter.subject}
      flush
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Form of the mail"
          value={form}
          onChange={(value) => setForm(value as Form)}
          data={[
            { value: 'html', label: 'Formatted' },
            { value: 'text', label: 'Plain text' },
          ]}
        />
      }
    >
      {form === 'html' ? (
        <iframe className={classes.frame} title={letter.subject} sandbox="" srcDoc={letter.html} />
      ) : (
        <pre className={classes.text}>{letter.text}</pre>
      )}
    </Panel>
  );
}
