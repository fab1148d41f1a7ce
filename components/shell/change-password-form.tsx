'use client';

import { Alert, Button, PasswordInput, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { signOut } from './sign-out.ts';

const visibility = { 'aria-label': 'Show or hide the password' };

/** @param isRequired whether the current password is a generated one, which gives access to no other page */
export function ChangePasswordForm({ email, isRequired }: { email: string; isRequired: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [differs, setDiffers] = useState(false);
  const [busy, setBusy] = useState(false);

  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const newPassword = String(data.get('newPassword'));
    setProblem(null);
    setDiffers(newPassword !== data.get('repeated'));
    if (newPassword !== data.get('repeated')) return;
    setBusy(true);
    try {
      const { authClient } = await import('./auth-client.ts');
      const { error } = await authClient.changePassword({
        currentPassword: String(data.get('currentPassword')),
        newPassword,
      });
      if (!error) {
        window.location.assign('/');
        return;
      }
      setProblem(sentenceFor(error));
    } catch {
      setProblem('The server did not answer. Check the connection and try again.');
    }
    setBusy(false);
  };

  return (
    <form onSubmit={change} method="post">
      <Stack gap="md">
        <Title order={1}>Change password</Title>
        <Text size="sm" c="dimmed">
          {isRequired && 'Your password was generated. Choose your own to continue. '}
          Your other sessions are signed out.
        </Text>
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <VisuallyHidden>
          <input
            type="email"
            autoComplete="username"
            value={email}
            readOnly
            tabIndex={-1}
            aria-label="Email"
          />
        </VisuallyHidden>
        <PasswordInput
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
          size="md"
          withAsterisk={false}
          required
          autoFocus
          visibilityToggleButtonProps={visibility}
        />
        <PasswordInput
          name="newPassword"
          label="New password"
          description="At least 12 characters. A few unrelated words are strong and easy to remember."
          autoComplete="new-password"
          size="md"
          withAsterisk={false}
          required
          minLength={12}
          maxLength={128}
          visibilityToggleButtonProps={visibility}
        />
        <PasswordInput
          name="repeated"
          label="Repeat new password"
          autoComplete="new-password"
          size="md"
          withAsterisk={false}
          required
          error={differs && 'The two new passwords differ.'}
          visibilityToggleButtonProps={visibility}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          Change password
        </Button>
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

function sentenceFor({ status, code, message }: { status: number; code?: string; message?: string }): string {
  if (status === 429) return 'Too many attempts. Wait a minute, then try again.';
  if (code === 'INVALID_PASSWORD') return 'The current password is incorrect.';
  if (status < 500 && message) return message;
  return 'Changing the password does not work at the moment. Please try again.';
}
