'use client';

import { Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { Dialog } from '@/components/forms/dialog.tsx';
import {
  AccountOfForm,
  AuthProblem,
  CodeField,
  CurrentPasswordField,
  EmailField,
  SubmitButton,
} from '@/components/shell/auth-fields.tsx';
import { notify } from '@/components/shell/notify.ts';
import { UnsavedInput } from '@/components/shell/unsaved-input.ts';
import { codeSentences, postAuth, useAuthForm } from '@/components/shell/use-auth-form.ts';

type EmailDialogProps = { email: string; hasSecondFactor: boolean; onClose: () => void };

/** Requests the email that confirms a new address for sign-in. */
export function EmailDialog({ email, hasSecondFactor, onClose }: EmailDialogProps) {
  const [isChanged, setChanged] = useState(false);
  const passwordRef = useRef<HTMLInputElement>(null);
  const { problem, busy, submit } = useAuthForm(
    async (data) => {
      const sent = await postAuth<{ email: string }>('/request-email-change', {
        email: String(data.get('email')),
        password: String(data.get('password')),
        ...(hasSecondFactor && { code: String(data.get('code')) }),
      });
      notify({
        color: 'green',
        message: `If ${sent.email} is free, it gets an email with a link to confirm it.`,
      });
      onClose();
    },
    { ...codeSentences, wait: 'a few minutes' },
    () => passwordRef.current?.select(),
  );
  return (
    <Dialog title="Change the email address" onClose={onClose} size="md">
      <UnsavedInput when={isChanged} />
      <form onSubmit={submit} onChange={() => setChanged(true)} method="post">
        <Stack gap="md">
          <Text size="sm">
            The new address gets an email with a link, which works once, for one hour. You sign in as {email}{' '}
            until you confirm it. Your present address gets a notice.
          </Text>
          <AuthProblem text={problem} />
          <EmailField label="New email" autoComplete="email" />
          <AccountOfForm email={email} />
          <CurrentPasswordField ref={passwordRef} label="Your password" />
          {hasSecondFactor && (
            <CodeField label="Code" description="Of the app, or a recovery code" kind="either" />
          )}
          <SubmitButton busy={busy}>Send the link</SubmitButton>
        </Stack>
      </form>
    </Dialog>
  );
}
