'use client';

import { Button, Stack, Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { TextLink } from '../format/text-link.tsx';
import { AuthProblem, CodeField, SubmitButton } from './auth-fields.tsx';
import { codeSentences, postAuth, useAuthForm } from './use-auth-form.ts';

const sentences = {
  ...codeSentences,
  subject: 'Signing in',
  byCode: {
    ...codeSentences.byCode,
    ALREADY_ENABLED: 'You are signed in already.',
    INVALID_TWO_FACTOR_COOKIE: 'This sign-in has expired. Enter your password again.',
    TOTP_NOT_ENABLED: 'Your second factor was reset. Enter your password again.',
    BACKUP_CODES_NOT_ENABLED: 'Your second factor was reset. Enter your password again.',
    TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Enter your password again.',
  },
};

/** The second step of a sign-in: a code of an app, or a recovery code. */
export function TwoFactorForm({ next }: { next: string }) {
  const [isRecovery, setRecovery] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const { problem, busy, submit } = useAuthForm(
    async (data) => {
      const path = isRecovery ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp';
      await postAuth(path, { code: String(data.get('code')) });
      // A full page load, so that no cache keeps data of an earlier session.
      window.location.assign(next);
    },
    sentences,
    () => formRef.current?.querySelector('input')?.select(),
  );
  return (
    <form ref={formRef} onSubmit={submit} method="post">
      <Stack gap="md">
        <Title order={1}>Second factor</Title>
        <Text size="sm" c="dimmed">
          {isRecovery
            ? 'Enter one of your recovery codes. Each works once.'
            : 'Enter the code that your authenticator app shows.'}
        </Text>
        <AuthProblem text={problem} />
        <CodeField
          key={String(isRecovery)}
          kind={isRecovery ? 'recovery' : 'app'}
          label={isRecovery ? 'Recovery code' : 'Code'}
          autoFocus
        />
        <SubmitButton busy={busy}>Sign in</SubmitButton>
        <Button variant="subtle" size="md" onClick={() => setRecovery(!isRecovery)} fullWidth>
          {isRecovery ? 'Use a code of the app' : 'Use a recovery code'}
        </Button>
        <TextLink href={`/login?next=${encodeURIComponent(next)}`} size="sm">
          Back to sign-in
        </TextLink>
      </Stack>
    </form>
  );
}
