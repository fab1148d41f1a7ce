'use client';

import { Button, Stack, Text, Title } from '@mantine/core';
import type { OpenInvitation } from '@/server/contract/team.ts';
import { AccountOfForm, AuthProblem, NameField, NewPasswordField, SubmitButton } from './auth-fields.tsx';
import { signOut } from './sign-out.ts';
import { postAuth, useAuthForm } from './use-auth-form.ts';

type AcceptInvitationFormProps = { token: string; invitation: OpenInvitation; signedInAs: string | null };

/** Accepts an invitation: a new person chooses a name and a password, a person with an account signs in first. */
export function AcceptInvitationForm({ token, invitation, signedInAs }: AcceptInvitationFormProps) {
  const { email, role, organisation, invitedBy, hasAccount } = invitation;
  const isOther = signedInAs !== null && signedInAs !== email;
  const { problem, busy, submit } = useAuthForm(
    async (data) => {
      await postAuth('/accept-invitation', {
        token,
        ...(hasAccount ? {} : { name: String(data.get('name')), password: String(data.get('password')) }),
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
            {!hasAccount && (
              <>
                <AccountOfForm email={email} />
                <NameField />
                <NewPasswordField />
              </>
            )}
            <SubmitButton busy={busy}>Join {organisation}</SubmitButton>
          </>
        )}
      </Stack>
    </form>
  );
}
