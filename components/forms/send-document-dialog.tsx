'use client';

import { Input, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '@/components/shell/session-context.tsx';
import { type MessageChannel, messageChannels } from '@/server/contract/enums.ts';
import { whyHeld } from '@/server/contract/portal/email-rules.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

const channelTitles: Record<MessageChannel, string> = { EMAIL: 'Email', SMS: 'SMS' };

type SendDocumentDialogProps = {
  title: string;
  operation: 'message.sendInvoice' | 'message.sendReceipt' | 'message.sendRefund' | 'message.sendPageLink';
  id: string;
  /** What an email and an SMS contain, each one line. */
  contents: Record<MessageChannel, string>;
  onClose: () => void;
};

/** Sends a document or a link to the customer, by email or SMS. */
export function SendDocumentDialog({ title, operation, id, contents, onClose }: SendDocumentDialogProps) {
  const { livemode } = useSession().provider;
  const [channel, setChannel] = useState<MessageChannel>('EMAIL');
  return (
    <ConfirmDialog
      title={title}
      actionLabel="Send"
      operation={operation}
      input={{ id, channel }}
      effects={[
        contents[channel],
        'It goes to the current address of the customer, in the customer’s language.',
      ]}
      done={(message) =>
        message.status === 'HELD'
          ? `It is kept under Messages, because ${whyHeld(message, livemode)}.`
          : 'The message is queued.'
      }
      onClose={onClose}
      fields={['channel']}
    >
      {(errors) => (
        <Input.Wrapper error={errors.channel}>
          <SegmentedControl
            aria-label="Channel"
            fullWidth
            data={messageChannels.map((value) => ({ value, label: channelTitles[value] }))}
            value={channel}
            onChange={(value) => setChannel(value as MessageChannel)}
          />
        </Input.Wrapper>
      )}
    </ConfirmDialog>
  );
}
