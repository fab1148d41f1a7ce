'use client';

import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import type { OpenInvitation } from '@/server/contract/team.ts';
import { signOut } from './sign-out.ts';
import { postAuth, useAuthForm } from './use-auth-form.ts';

type AcceptInvitationFormProps = { token: string; invitation: OpenInvitation; signedInAs: string | null };

/** Accepts an invitation: a new person chooses a name and a password, a person with an account signs in first. */
export function AcceptInvitationForm({ token, invitation, signedInAs }: AcceptInvitationFormProps) {
  const { email, role, organisation, invitedBy, hasAccount } = invitation;
  const isOther = signedInAs !== null && signedInAs !== email;
  const { problem, busy, submit } = useAuthForm(
    (data) =>
      postAuth('/accept-invitation', {
        token,
        ...(hasAccount ? {} : { name: String(data.get('name')), password: String(data.get('password')) }),
      }),
    {},
    // A full page load, so that no cache keeps data of an earlier session.
    () => window.location.assign('/'),
  );
  const here = `/accept-invite?token=${encodeURIComponent(token)}`;
  return (
    <form onSubmit={submit} method="post">
      <Stack gap="md">
        <Title order={1}>Join {organisation}</Title>
        <Text>
          {invitedBy} invites <strong>{email}</strong> to the team, with the role {role}.
        </Text>
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        )}
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
            {!hasAccount && <NewPerson email={email} />}
            <Button type="submit" size="md" loading={busy} fullWidth>
              Join {organisation}
            </Button>
          </>
        )}
      </Stack>
    </form>
  );
}

function NewPerson({ email }: { email: string }) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextInput
        name="name"
        label="Your name"
        autoComplete="name"
        size="md"
        withAsterisk={false}
        required
        maxLength={100}
        autoFocus
      />
      <PasswordInput
        name="password"
        label="Password"
        description="At least 12 characters. A few unrelated words are strong and easy to remember."
        autoComplete="new-password"
        size="md"
        withAsterisk={false}
        required
        minLength={12}
        maxLength={128}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      />
    </>
  );
}
