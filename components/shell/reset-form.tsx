'use client';

import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { TextLink } from '../format/text-link.tsx';
import { AuthProblem, NewPasswordField, SubmitButton } from './auth-fields.tsx';
import { postAuth, useAuthForm } from './use-auth-form.ts';

const sentences = {
  wait: 'a few minutes',
  byCode: { INVALID_TOKEN: 'This link was used or has expired. Request a new one.' },
} as const;

/** Chooses a new password with the link of an email. */
export function ResetForm({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  const { problem, busy, submit } = useAuthForm(async (data) => {
    await postAuth('/reset-password', { token, newPassword: String(data.get('password')) });
    setDone(true);
  }, sentences);
  if (isDone) {
    return (
      <Stack gap="md" role="status">
        <Title order={1}>The password is changed</Title>
        <Text>Every session of the account has ended. Sign in with the new password.</Text>
        <Button component="a" href="/login" size="md" fullWidth>
          Sign in
        </Button>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit} method="post">
      <Stack gap="md">
        <Title order={1}>New password</Title>
        <AuthProblem text={problem} />
        <NewPasswordField label="New password" autoFocus />
        <SubmitButton busy={busy}>Change password</SubmitButton>
        <TextLink href="/forgot" size="sm">
          Request a new link
        </TextLink>
      </Stack>
    </form>
  );
}
