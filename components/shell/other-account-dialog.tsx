'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '@/components/forms/dialog.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { useSession } from './session-context.tsx';
import { leavePage } from './unsaved-input.ts';

type Account = { name: string; livemode: boolean };

type OtherAccountDialogProps = {
  /** The id of the account that is selected. */
  selected: string;
  onClose: () => void;
};

/** Two ways on from a window of an account that is no longer selected. What is entered in the window stays for the first one. */
export function OtherAccountDialog({ selected, onClose }: OtherAccountDialogProps) {
  const { provider, providers } = useSession();
  const queries = useQueryClient();
  const selectAgain = trpc.session.switchProvider.useMutation({
    onSuccess: () => {
      onClose();
      void queries.invalidateQueries();
    },
  });
  const other = providers.find(({ id }) => id === selected);
  return (
    <Dialog onClose={onClose} title="Another account is selected" size="lg">
      <Stack gap="md">
        <Text size="sm">
          This window shows <Account of={provider} />, and{' '}
          {other ? <Account of={other} /> : 'another account'} was selected in another window. This window
          saves nothing and shows nothing new until you choose one of them here.
        </Text>
        <Text size="sm">What you entered in this window stays if you select its account again.</Text>
        {selectAgain.error && <ProblemAlert problem={toApiProblem(selectAgain.error)} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => leavePage(() => window.location.assign('/'))}>
            Open the other account
          </Button>
          <Button
            data-autofocus
            loading={selectAgain.isPending}
            onClick={() => selectAgain.mutate({ providerId: provider.id })}
          >
            Select this account again
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Account({ of: { name, livemode } }: { of: Account }) {
  return (
    <strong>
      {name} ({livemode ? 'live' : 'sandbox'})
    </strong>
  );
}
