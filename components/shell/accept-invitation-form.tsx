'use client';

import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { OpenInvitation } from '@/server/contract/portal/team.ts';
import { AccountOfForm, AuthProblem, NameField, NewPasswordField, SubmitButton } from './auth-fields.tsx';
import { signOut } from './sign-out.ts';
import { AuthRefusal, postAuth, useAuthForm } from './use-auth-form.ts';

type AcceptInvitationFormProps = { token: string; invitation: OpenInvitation; signedInAs: string | null };

const nameRefusals = new Set(['NAME_TAKEN', 'INVALID_NAME']);

/** Accepts an invitation: a new person chooses a name and a password, a person with an account signs in first. */
export function AcceptInvitationForm({ token, invitation, signedInAs }: AcceptInvitationFormProps) {
  const { email, role, organisation, invitedBy, hasAccount } = invitation;
  const isOther = signedInAs !== null && signedInAs !== email;
  // A person with an account needs another name where the team has one that looks the same.
  const [needsName, setNeedsName] = useState(!hasAccount);
  const { problem, busy, submit } = useAuthForm(
    async (data) => {
      await postAuth('/accept-invitation', {
        token,
        ...(needsName && { name: String(data.get('name')) }),
        ...(!hasAccount && { password: String(data.get('password')) }),
      }).catch((error: unknown) => {
        if (error instanceof AuthRefusal && nameRefusals.has(error.code)) setNeedsName(true);
        throw error;
      });
      // A full page load, so that no cache keeps data of an earlier session.
      window.location.assign('/');
    },
    { wait: 'a few minutes' },
  );
  const here = `/accept-invite?token=${encodeURIComponent(token)}`;
  return (
    <form onSubmit={submit} method="post">
      <Stack gap="md">
        <Title order={1}>Join {organisation}</Title>
        <Text>
          {invitedBy} invites <strong>{email}</strong> to the team, with the role {role}.
        </Text>
        <AuthProblem text={problem} />
        {isOther ? (
          <>
            <Text>You are signed in as {signedInAs}. Sign out to accept the invitation.</Text>
            <Button size="md" fullWidth onClick={() => signOut(here)}>
              Sign out
            </Button>
          </>
        ) : hasAccount && signedInAs === null ? (
          <>
            <Text>You have an account. Sign in to join.</Text>
            <Button component="a" size="md" fullWidth href={`/login?next=${encodeURIComponent(here)}`}>
              Sign in
            </Button>
          </>
        ) : (
          <>
            {!hasAccount && <AccountOfForm email={email} />}
            {needsName && <NameField />}
            {!hasAccount && <NewPasswordField />}
            <SubmitButton busy={busy}>Join {organisation}</SubmitButton>
          </>
        )}
      </Stack>
    </form>
  );
}
