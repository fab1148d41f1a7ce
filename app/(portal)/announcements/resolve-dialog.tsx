'use client';

import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { AnnouncementSnapshot } from '@/server/contract/portal/announcement.ts';
import { TextFields, textsOf } from './text-fields.tsx';

type ResolveDialogProps = { announcement: AnnouncementSnapshot; onClose: () => void };

/** Ends an outage, with a message to its readers or without. */
export function ResolveDialog({ announcement, onClose }: ResolveDialogProps) {
  const { id, sms, email, readers } = announcement;
  const [texts, setTexts] = useState({
    useSms: sms !== null,
    sms: '{{ providerName }}: the disruption is over. Thank you for your patience.',
    useEmail: email !== null,
    subject: 'The disruption is over',
    email:
      'Hello {{ firstName }},\n\nthe disruption is over and your service works again. Thank you for your patience.',
  });
  const entered = textsOf(texts);
  return (
    <ConfirmDialog
      title="Outage is over"
      operation="announcement.resolve"
      input={entered && { id, ...entered }}
      effects={[
        'The pages of the customers no longer show the outage. Messages about it that still wait are not sent.',
        texts.useSms || texts.useEmail
          ? `The message goes to the ${readers.toLocaleString('en')} people of the outage who want the channel.`
          : 'No message is sent.',
      ]}
      done="The outage is over."
      onClose={onClose}
      fields={['sms', 'subject', 'email']}
    >
      {(errors) => <TextFields texts={texts} onChange={setTexts} errors={errors} />}
    </ConfirmDialog>
  );
}
