'use client';

import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { AccountOfForm, AuthProblem, CodeField, CurrentPasswordField, SubmitButton } from './auth-fields.tsx';
import { CopyValue } from './copy-value.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor.module.css';
import { codeSentences, postAuth, useAuthForm } from './use-auth-form.ts';

type Begun = { totpURI: string; backupCodes: string[] };
type SecondFactorSetUpProps = {
  email: string;
  /** Called once the second factor is on, before its recovery codes are shown. */
  onEnabled?: () => void;
  /** Called when the person has stored the recovery codes. */
  onDone: () => void;
};

/** Turns the second factor on: password, app, recovery codes. It is on after the first code of the app. */
export function SecondFactorSetUp({ email, onEnabled, onDone }: SecondFactorSetUpProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isEnabled, setEnabled] = useState(false);
  if (!begun) return <PasswordStep email={email} onBegun={setBegun} />;
  if (isEnabled) return <RecoveryCodes codes={begun.backupCodes} email={email} onStored={onDone} />;
  return (
    <AppStep
      uri={begun.totpURI}
      onVerified={() => {
        setEnabled(true);
        onEnabled?.();
      }}
    />
  );
}

function PasswordStep({ email, onBegun }: { email: string; onBegun: (begun: Begun) => void }) {
  const passwordRef = useRef<HTMLInputElement>(null);
  const { problem, busy, submit } = useAuthForm(
    async (data) =>
      onBegun(await postAuth<Begun>('/two-factor/enable', { password: String(data.get('password')) })),
    codeSentences,
    () => passwordRef.current?.select(),
  );
  return (
    <form onSubmit={submit} method="post">
      <Stack gap="md">
        <AuthProblem text={problem} />
        <AccountOfForm email={email} />
        <CurrentPasswordField ref={passwordRef} label="Your password" autoFocus />
        <SubmitButton busy={busy}>Continue</SubmitButton>
      </Stack>
    </form>
  );
}

function AppStep({ uri, onVerified }: { uri: string; onVerified: () => void }) {
  const formRef = useRef<HTMLFormElement>(null);
  const { problem, busy, submit } = useAuthForm(
    async (data) => {
      await postAuth('/two-factor/verify-totp', { code: String(data.get('code')) });
      onVerified();
    },
    codeSentences,
    () => formRef.current?.querySelector('input')?.select(),
  );
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <form ref={formRef} onSubmit={submit} method="post">
      <Stack gap="md">
        <Text size="sm">
          Scan the code with an authenticator app, such as Google Authenticator, 1Password or Aegis. On a
          phone,{' '}
          <Anchor href={uri} underline="always">
            open the app
          </Anchor>{' '}
          instead.
        </Text>
        <QrCode text={uri} label="QR code for the authenticator app" />
        <div>
          <Text size="sm" fw={500} mb={4}>
            Or type this key into the app
          </Text>
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <code className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyValue value={secret} label="the key" />
          </Group>
        </div>
        <AuthProblem text={problem} />
        <CodeField label="Code of the app" autoFocus />
        <SubmitButton busy={busy}>Turn on</SubmitButton>
      </Stack>
    </form>
  );
}
