'use client';

import { Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { TextLink } from '../format/text-link.tsx';
import { AuthProblem, EmailField, SubmitButton } from './auth-fields.tsx';
import { postAuth, useAuthForm } from './use-auth-form.ts';

/** Requests an email with a link to choose a new password. The answer is the same for an unknown address. */
export function ForgotForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { problem, busy, submit } = useAuthForm(
    async (data) => {
      const email = String(data.get('email'));
      await postAuth('/request-password-reset', { email });
      setSentTo(email);
    },
    { wait: 'a few minutes' },
  );
  if (sentTo !== null) {
    return (
      <Stack gap="md" role="status">
        <Title order={1}>Check your inbox</Title>
        <Text>
          If {sentTo} has an account, an email with a link is on its way. The link works once, for one hour.
        </Text>
        <TextLink href="/login">Sign in</TextLink>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit} method="post">
      <Stack gap="md">
        <Title order={1}>Forgotten password</Title>
        <Text size="sm" c="dimmed">
          You get an email with a link to choose a new password.
        </Text>
        <AuthProblem text={problem} />
        <EmailField />
        <SubmitButton busy={busy}>Send the link</SubmitButton>
        <TextLink href="/login" size="sm">
          Back to sign-in
        </TextLink>
      </Stack>
    </form>
  );
}
