'use client';

import { Stack, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { TextLink } from '../format/text-link.tsx';
import { AuthProblem, CurrentPasswordField, EmailField, SubmitButton } from './auth-fields.tsx';
import { postAuth, useAuthForm } from './use-auth-form.ts';

const sentences = {
  subject: 'Signing in',
  /** One answer for an unknown address and a wrong password, so that it does not reveal who has an account. */
  refused: 'The email address or the password is incorrect.',
};

type Answer = {
  /** Whether the second factor is still to come. */
  twoFactorRedirect?: boolean;
};

export function LoginForm({ next }: { next: string }) {
  const passwordRef = useRef<HTMLInputElement>(null);
  const { problem, busy, submit } = useAuthForm(
    async (data) => {
      const { twoFactorRedirect } = await postAuth<Answer>('/sign-in/email', {
        email: String(data.get('email')),
        password: String(data.get('password')),
      });
      // A full page load, so that no cache keeps data of an earlier session.
      window.location.assign(twoFactorRedirect ? `/two-factor?next=${encodeURIComponent(next)}` : next);
    },
    sentences,
    () => passwordRef.current?.select(),
  );
  return (
    <form onSubmit={submit} method="post">
      <Stack gap="md">
        <Title order={1}>Sign in</Title>
        <AuthProblem text={problem} />
        <EmailField />
        <CurrentPasswordField ref={passwordRef} />
        <SubmitButton busy={busy}>Sign in</SubmitButton>
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
