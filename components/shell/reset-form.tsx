'use client';

import { Alert, Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { TextLink } from '../format/text-link.tsx';
import { postAuth, useAuthForm } from './use-auth-form.ts';

const texts = { INVALID_TOKEN: 'This link was used or has expired. Request a new one.' };

/** Chooses a new password with the link of an email. */
export function ResetForm({ token }: { token: string }) {
  const [isDone, setDone] = useState(false);
  const { problem, busy, submit } = useAuthForm(async (data) => {
    const refused = await postAuth('/reset-password', { token, newPassword: String(data.get('password')) });
    if (!refused) setDone(true);
    return refused;
  }, texts);
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
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <PasswordInput
          name="password"
          label="New password"
          description="At least 12 characters. A few unrelated words are strong and easy to remember."
          autoComplete="new-password"
          size="md"
          withAsterisk={false}
          required
          minLength={12}
          maxLength={128}
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          Change password
        </Button>
        <TextLink href="/forgot" size="sm">
          Request a new link
        </TextLink>
      </Stack>
    </form>
  );
}
