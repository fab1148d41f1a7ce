'use client';

import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { AuthProblem, SubmitButton } from './auth-fields.tsx';
import { postAuth, useAuthForm } from './use-auth-form.ts';

const sentences = {
  byCode: { INVALID_TOKEN: 'This link was used or has expired. Change the address again in your profile.' },
};

/** Confirms a new email address with the link that was sent to it. A button, because mail scanners open links. */
export function ConfirmEmailForm({ token }: { token: string }) {
  const [email, setEmail] = useState<string | null>(null);
  const { problem, busy, submit } = useAuthForm(async () => {
    const changed = await postAuth<{ email: string }>('/confirm-email-change', { token });
    setEmail(changed.email);
  }, sentences);
  if (email !== null) {
    return (
      <Stack gap="md" role="status">
        <Title order={1}>The address is confirmed</Title>
        <Text>You sign in as {email} from now on. Your old address no longer works.</Text>
        <Button component="a" href="/" size="md" fullWidth>
          Continue
        </Button>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit} method="post">
      <Stack gap="md">
        <Title order={1}>Confirm the email address</Title>
        <Text size="sm" c="dimmed">
          Your account will use the address that received this link, and no longer the old one.
        </Text>
        <AuthProblem text={problem} />
        <SubmitButton busy={busy}>Confirm the address</SubmitButton>
      </Stack>
    </form>
  );
}
