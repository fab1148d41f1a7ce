'use client';

import { Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { Dialog } from '@/components/forms/dialog.tsx';
import {
  AccountOfForm,
  AuthProblem,
  CodeField,
  CurrentPasswordField,
  SubmitButton,
} from '@/components/shell/auth-fields.tsx';
import { notify } from '@/components/shell/notify.ts';
import { RecoveryCodes } from '@/components/shell/recovery-codes.tsx';
import { SecondFactorSetUp } from '@/components/shell/second-factor-set-up.tsx';
import { codeSentences, postAuth, useAuthForm } from '@/components/shell/use-auth-form.ts';
import { trpc } from '@/components/trpc/client.ts';

export type SecondFactorAction = 'setUp' | 'replaceCodes' | 'disable';

type SecondFactorDialogsProps = {
  action: SecondFactorAction;
  email: string;
  /** Whether an organisation of the person requires a second factor. */
  isRequired: boolean;
  onClose: () => void;
};

/** The dialogs in which people change their second factor. */
export function SecondFactorDialogs({ action, ...props }: SecondFactorDialogsProps) {
  if (action === 'setUp') return <SetUpDialog {...props} />;
  return action === 'disable' ? <DisableDialog {...props} /> : <ReplaceCodesDialog {...props} />;
}

type DialogProps = Omit<SecondFactorDialogsProps, 'action'>;

/** Codes that are shown once: neither Escape nor a click beside the dialog closes it. */
const onceOnly = { withCloseButton: false, closeOnClickOutside: false, closeOnEscape: false };

function SetUpDialog({ email, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const [isEnabled, setEnabled] = useState(false);
  return (
    <Dialog
      title={isEnabled ? 'Recovery codes' : 'Turn on the second factor'}
      onClose={onClose}
      size="md"
      closeOnClickOutside={false}
      {...(isEnabled && onceOnly)}
    >
      <SecondFactorSetUp
        email={email}
        onEnabled={() => {
          setEnabled(true);
          void utils.invalidate();
        }}
        onDone={() => {
          notify({ color: 'green', message: 'From now on you need a code to sign in.' });
          onClose();
        }}
      />
    </Dialog>
  );
}

function ReplaceCodesDialog({ email, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog
      title={codes ? 'Recovery codes' : 'New recovery codes'}
      onClose={onClose}
      size="md"
      {...(codes && onceOnly)}
    >
      {codes ? (
        <RecoveryCodes codes={codes} email={email} onStored={onClose} />
      ) : (
        <ProofForm
          email={email}
          text="You get ten new codes. The old ones stop working."
          actionLabel="Get new codes"
          send={async (proof) => {
            const answer = await postAuth<{ backupCodes: string[] }>(
              '/two-factor/generate-backup-codes',
              proof,
            );
            setCodes(answer.backupCodes);
            void utils.profile.get.invalidate();
          }}
        />
      )}
    </Dialog>
  );
}

function DisableDialog({ email, isRequired, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  return (
    <Dialog title="Turn off the second factor" onClose={onClose} size="md">
      <ProofForm
        email={email}
        text={
          isRequired
            ? 'Your organisation requires a second factor: you have to set up another one at once.'
            : 'Signing in needs only your password then. Your recovery codes stop working.'
        }
        actionLabel="Turn off"
        send={async (proof) => {
          await postAuth('/two-factor/disable', proof);
          if (isRequired) {
            window.location.assign('/set-up-second-factor');
            return;
          }
          void utils.invalidate();
          notify({ color: 'green', message: 'The second factor is off.' });
          onClose();
        }}
      />
    </Dialog>
  );
}

type ProofFormProps = {
  email: string;
  /** What will follow. */
  text: string;
  actionLabel: string;
  send: (proof: { password: string; code: string }) => Promise<void>;
};

/** The form of an action that needs the password and a code. */
function ProofForm({ email, text, actionLabel, send }: ProofFormProps) {
  const passwordRef = useRef<HTMLInputElement>(null);
  const { problem, busy, submit } = useAuthForm(
    (data) => send({ password: String(data.get('password')), code: String(data.get('code')) }),
    codeSentences,
    () => passwordRef.current?.select(),
  );
  return (
    <form onSubmit={submit} method="post">
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <AuthProblem text={problem} />
        <AccountOfForm email={email} />
        <CurrentPasswordField ref={passwordRef} label="Your password" autoFocus />
        <CodeField label="Code" description="Of the app, or a recovery code" kind="either" />
        <SubmitButton busy={busy}>{actionLabel}</SubmitButton>
      </Stack>
    </form>
  );
}
