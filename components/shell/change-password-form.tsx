'use client';

import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import {
  AccountOfForm,
  AuthProblem,
  CodeField,
  CurrentPasswordField,
  NewPasswordField,
  RepeatedPasswordField,
  SubmitButton,
} from './auth-fields.tsx';
import { signOut } from './sign-out.ts';
import { codeSentences, postAuth, useAuthForm } from './use-auth-form.ts';

const sentences = {
  subject: 'Changing the password',
  byCode: { ...codeSentences.byCode, INVALID_PASSWORD: 'The current password is incorrect.' },
};

type ChangePasswordFormProps = {
  email: string;
  /** Whether the current password is a generated one, which gives access to no other page. */
  isRequired: boolean;
  hasSecondFactor: boolean;
};

export function ChangePasswordForm({ email, isRequired, hasSecondFactor }: ChangePasswordFormProps) {
  const [differs, setDiffers] = useState(false);
  const { problem, busy, submit } = useAuthForm(async (data) => {
    await postAuth('/change-password', {
      currentPassword: String(data.get('currentPassword')),
      newPassword: String(data.get('newPassword')),
      ...(hasSecondFactor && { code: String(data.get('code')) }),
    });
    window.location.assign('/');
  }, sentences);
  return (
    <form
      method="post"
      onSubmit={(event) => {
        const data = new FormData(event.currentTarget);
        const isDifferent = data.get('newPassword') !== data.get('repeated');
        setDiffers(isDifferent);
        if (isDifferent) event.preventDefault();
        else void submit(event);
      }}
    >
      <Stack gap="md">
        <Title order={1}>Change password</Title>
        <Text size="sm" c="dimmed">
          {isRequired && 'Your password was generated. Choose your own to continue. '}
          Your other sessions are signed out.
        </Text>
        <AuthProblem text={problem} />
        <AccountOfForm email={email} />
        <CurrentPasswordField name="currentPassword" label="Current password" autoFocus />
        {hasSecondFactor && (
          <CodeField label="Code" description="Of the app, or a recovery code" kind="either" />
        )}
        <NewPasswordField name="newPassword" label="New password" />
        <RepeatedPasswordField
          name="repeated"
          label="Repeat new password"
          error={differs && 'The two new passwords differ.'}
        />
        <SubmitButton busy={busy}>Change password</SubmitButton>
        {isRequired ? (
          <Button variant="subtle" size="md" onClick={() => signOut()} fullWidth>
            Sign out
          </Button>
        ) : (
          <Button variant="subtle" size="md" component="a" href="/" fullWidth>
            Cancel
          </Button>
        )}
      </Stack>
    </form>
  );
}
