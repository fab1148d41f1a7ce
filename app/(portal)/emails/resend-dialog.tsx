'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { EmailSnapshot } from '@/server/contract/portal/email.ts';
import { sendVerbOf } from './labels.ts';

/** Queues a message again. */
export function ResendDialog({ email, onClose }: { email: EmailSnapshot; onClose: () => void }) {
  const verb = sendVerbOf(email);
  const [noun, address] = email.channel === 'SMS' ? ['SMS', 'phone number'] : ['email', 'address'];
  return (
    <ConfirmDialog
      title={`${verb} ${noun}`}
      actionLabel={verb}
      operation="email.resend"
      input={{ id: email.id }}
      effects={[
        `The ${noun} is sent within seconds to the current ${address} of its recipient.`,
        'A message that is no longer true is dropped, such as one about an invoice that is no longer open.',
      ]}
      done={`The ${noun} is queued.`}
      onClose={onClose}
    />
  );
}
