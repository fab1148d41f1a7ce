'use client';

import { Button, Group, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { hasEnded, hasNetworkCredentials } from '@/server/contract/subscription-rules.ts';

type NetworkAccessProps = {
  subscription: Pick<SubscriptionSnapshot, 'id' | 'radiusUsername' | 'status' | 'archivedAt'>;
  /** The IPv4 assignment, once it is loaded. */
  address?: string;
  mayReveal: boolean;
};

/** The network credentials. The password is read only when it is shown, and dropped from the cache when it is hidden. */
export function NetworkAccess({ subscription, address, mayReveal }: NetworkAccessProps) {
  const { id, radiusUsername } = subscription;
  const [shown, setShown] = useState(false);
  const query = trpc.subscription.credentials.useQuery(
    { id },
    { enabled: shown, staleTime: 0, gcTime: 0, retry: false },
  );
  const ended = hasEnded(subscription);
  const toggle = mayReveal && hasNetworkCredentials(subscription) && (
    <Button
      size="compact-md"
      variant="default"
      leftSection={shown ? <IconEyeOff size={15} aria-hidden /> : <IconEye size={15} aria-hidden />}
      onClick={() => setShown(!shown)}
      loading={shown && query.isFetching && !query.data}
    >
      {shown ? 'Hide password' : 'Show password'}
    </Button>
  );
  return (
    <Panel title="Network access" actions={toggle}>
      {!radiusUsername ? (
        <Text c="dimmed">Network credentials come with the first payment.</Text>
      ) : (
        <>
          <PropertyList
            items={[
              { label: 'Username', value: <CopyId id={radiusUsername} what="username" /> },
              {
                label: 'Password',
                value: ended ? (
                  'Removed'
                ) : shown && query.data ? (
                  <CopyId id={query.data.password} what="network password" />
                ) : (
                  <Group gap="xs">••••••••••••</Group>
                ),
              },
              address !== undefined && { label: 'Address', value: address },
            ]}
          />
          {shown && query.error && <ProblemAlert problem={toApiProblem(query.error)} />}
        </>
      )}
    </Panel>
  );
}
