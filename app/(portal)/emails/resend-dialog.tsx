'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { EmailSnapshot } from '@/server/contract/email.ts';

export function ResendDialog({
  email: { id, status },
  onClose,
}: {
  email: EmailSnapshot;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={status === 'SENT' ? 'Resend email' : 'Send email'}
      actionLabel={status === 'SENT' ? 'Resend' : 'Send'}
      operation="email.resend"
      input={{ id }}
      effects={[
        'The email is sent within seconds to the current address of its recipient.',
        'An email that is no longer true is dropped, such as one about an invoice that is no longer open.',
      ]}
      done="The email is queued."
      onClose={onClose}
    />
  );
}
