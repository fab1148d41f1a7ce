'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { EmailSnapshot } from '@/server/contract/portal/email.ts';
import { sendVerbOf } from './labels.ts';

export function ResendDialog({ email, onClose }: { email: EmailSnapshot; onClose: () => void }) {
  const verb = sendVerbOf(email);
  return (
    <ConfirmDialog
      title={`${verb} email`}
      actionLabel={verb}
      operation="email.resend"
      input={{ id: email.id }}
      effects={[
        'The email is sent within seconds to the current address of its recipient.',
        'An email that is no longer true is dropped, such as one about an invoice that is no longer open.',
      ]}
      done="The email is queued."
      onClose={onClose}
    />
  );
}
