'use client';

import { Progress, Skeleton, Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkUsage } from '@/server/contract/portal/network-session.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { bytesOf } from '@/server/contract/texts/bytes.ts';
import { RelatedSessions } from '../network/related-sessions.tsx';
import { SubscriptionUsageDays } from '../network/usage-days.tsx';
import { NetworkAccess } from './network-access.tsx';

/** The network access of a subscription, its used data and its sessions. */
export function SubscriptionNetwork({ subscription }: { subscription: SubscriptionSnapshot }) {
  const usage = trpc.subscription.usage.useQuery({ id: subscription.id });
  return (
    <>
      <Panel title="Data used in this cycle">
        {usage.error && <ProblemAlert problem={toApiProblem(usage.error)} onRetry={() => usage.refetch()} />}
        {usage.data ? <Usage usage={usage.data} /> : !usage.error && <Skeleton h={14} w="40%" />}
      </Panel>
      <SubscriptionUsageDays id={subscription.id} />
      <NetworkAccess
        subscription={subscription}
        address={usage.data && (usage.data.address ?? 'From the server’s default pool')}
        mayReveal={useCan('credentials:read')}
      />
      <RelatedSessions filters={{ subscriptionId: subscription.id }} />
    </>
  );
}

function Usage({ usage: { octets, capOctets, throttledAt } }: { usage: NetworkUsage }) {
  const share = capOctets === null ? 0 : Math.min(100, (octets / capOctets) * 100);
  const text =
    capOctets === null ? `${bytesOf(octets)}, no cap` : `${bytesOf(octets)} of ${bytesOf(capOctets)}`;
  return (
    <>
      <Text mb={capOctets === null ? undefined : 'xs'}>{text}</Text>
      {capOctets !== null && (
        <Progress
          value={share}
          color={share >= 100 ? 'red' : share >= 80 ? 'yellow' : undefined}
          aria-label="Used share of the data cap"
          mb={throttledAt === null ? undefined : 'sm'}
        />
      )}
      {throttledAt !== null && (
        <PropertyList items={[{ label: 'Throttled since', value: <TimeText value={throttledAt} /> }]} />
      )}
    </>
  );
}
