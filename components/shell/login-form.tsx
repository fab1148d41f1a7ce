'use client';

import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { TextLink } from '../format/text-link.tsx';

/** One answer for an unknown address and a wrong password, so that it does not reveal who has an account. */
const refused = 'The email address or the password is incorrect.';

export function LoginForm({ next }: { next: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const passwordRef = useRef<HTMLInputElement>(null);

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    try {
      const { authClient } = await import('./auth-client.ts');
      const { error } = await authClient.signIn.email({
        email: String(data.get('email')),
        password: String(data.get('password')),
      });
      if (!error) {
        // A full page load, so that no cache keeps data of an earlier session.
        window.location.assign(next);
        return;
      }
      setProblem(problemText(error.status));
    } catch {
      setProblem('The server did not answer. Check the connection and try again.');
    }
    setBusy(false);
    passwordRef.current?.select();
  };

  return (
    <form onSubmit={signIn} method="post">
      <Stack gap="md">
        <Title order={1}>Sign in</Title>
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
        <TextInput
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          size="md"
          withAsterisk={false}
          required
          autoFocus
        />
        <PasswordInput
          ref={passwordRef}
          name="password"
          label="Password"
          autoComplete="current-password"
          size="md"
          withAsterisk={false}
          required
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          Sign in
        </Button>
        <TextLink href="/forgot" size="sm">
          Forgotten password
        </TextLink>
        <Text size="sm" c="dimmed">
          No access yet? Ask an owner of your organisation.
        </Text>
      </Stack>
    </form>
  );
}

function problemText(status: number): string {
  if (status === 429) return 'Too many attempts. Wait a minute, then try again.';
  return status >= 500 ? 'Signing in does not work at the moment. Please try again.' : refused;
}
