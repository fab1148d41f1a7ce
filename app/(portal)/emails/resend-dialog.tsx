'use client';

import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { EmailSnapshot } from '@/server/contract/email.ts';

export function ResendDialog({ email, onClose }: { email: EmailSnapshot; onClose: () => void }) {
  const utils = trpc.useUtils();
  return (
    <ActionDialog
      title={email.status === 'SENT' ? 'Resend email' : 'Send email'}
      actionLabel={email.status === 'SENT' ? 'Resend' : 'Send'}
      consequences={[
        'The email is sent within seconds to the current address of the subscriber.',
        'An email about an invoice that is no longer open is dropped.',
      ]}
      onClose={onClose}
      onConfirm={(call) => utils.client.email.resend.mutate({ id: email.id }, call)}
      onDone={() => {
        void utils.invalidate();
        notify({ color: 'green', message: 'The email is queued.' });
        onClose();
      }}
    />
  );
}
