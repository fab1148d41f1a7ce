'use client';

import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { MailSnapshot } from '@/server/contract/mail.ts';

/** Sends one mail by hand. */
export function ResendDialog({ mail, onClose }: { mail: MailSnapshot; onClose: () => void }) {
  const utils = trpc.useUtils();
  return (
    <ActionDialog
      title={mail.status === 'SENT' ? 'Send again' : 'Send mail'}
      actionLabel="Send"
      consequences={[
        'It goes out within seconds, to the address the subscriber has now.',
        'What it says of an invoice is checked once more: nobody is asked for what is paid.',
      ]}
      onClose={onClose}
      onConfirm={(call) => utils.client.mail.resend.mutate({ id: mail.id }, call)}
      onDone={() => {
        void utils.invalidate();
        notify({ color: 'green', message: 'The mail is queued.' });
        onClose();
      }}
    />
  );
}
