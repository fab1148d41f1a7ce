'use client';

import { Button } from '@mantine/core';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { notify } from './notify.ts';
import { signOut } from './sign-out.ts';

/** The ways out of an account that cannot be used: the person's other accounts, and the sign-out. */
export function OtherAccounts({ accounts }: { accounts: { id: string; name: string; livemode: boolean }[] }) {
  const change = trpc.session.switchProvider.useMutation({
    onSuccess: () => window.location.assign('/'),
    onError: (error: unknown) => notify({ color: 'red', message: toApiProblem(error).message }),
  });
  return (
    <>
      {accounts.map(({ id, name, livemode }) => (
        <Button
          key={id}
          size="md"
          loading={change.isPending && change.variables.providerId === id}
          onClick={() => change.mutate({ providerId: id })}
        >
          Open {name} ({livemode ? 'live' : 'sandbox'})
        </Button>
      ))}
      <Button variant="subtle" size="md" onClick={() => signOut()} fullWidth>
        Sign out
      </Button>
    </>
  );
}
