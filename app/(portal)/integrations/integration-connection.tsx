'use client';

import { Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import type { IntegrationContact } from '@/server/contract/portal/integration.ts';
import { refusalNames, signingNames } from './labels.ts';

/** Staff set up the other system while the page is open. */
const REFRESH_MS = 5_000;

/** Where the system's staff enter the address and the secret, and the guide that shows it. */
const setups: Record<IntegrationSnapshot['adapter'], { address: string; secret: string; guide: string }> = {
  splynx: {
    address: 'In Splynx: Config → Integrations → Hooks → Add, Type: Web. This is the URL.',
    secret: 'Enter it as the hook’s secret.',
    guide: 'connect-splynx',
  },
  native: {
    address: 'The system posts its events to this URL.',
    secret: 'The system signs each event with it.',
    guide: 'inbound-events',
  },
};

type ConnectionProps = {
  integration: IntegrationSnapshot;
  /** The URL that the system sends its events to. */
  receiver: string;
};

/** How to connect a system, and what of it arrived without becoming an event. */
export function IntegrationConnection({ integration, receiver }: ConnectionProps) {
  const { id, adapter, signing } = integration;
  const { data: contact } = trpc.integration.contact.useQuery({ id }, { refetchInterval: REFRESH_MS });
  const setup = setups[adapter];
  return (
    <Panel
      title="Connection"
      actions={<TextLink href={`/docs/guides/${setup.guide}`}>How to connect it</TextLink>}
    >
      <PropertyList
        items={[
          {
            label: 'Address',
            value: (
              <Explained by={setup.address}>
                <CopyId id={receiver} what="receiver’s address" />
              </Explained>
            ),
            wide: true,
          },
          { label: 'Authentication', value: signingNames[signing], wide: signing === 'none' },
          signing === 'hmac' && {
            label: 'Secret',
            value: <Secret integration={integration} hint={setup.secret} />,
          },
          adapter === 'splynx' && {
            label: 'Last ping',
            value: contact && <Ping ping={contact.ping} />,
          },
          {
            label: 'Last refused request',
            value: contact && <Refused refused={contact.refused} />,
          },
        ]}
      />
    </Panel>
  );
}

function Secret({ integration: { secretLast4 }, hint }: { integration: IntegrationSnapshot; hint: string }) {
  if (!secretLast4) return 'Revoked. No events are accepted';
  return (
    <Explained by={`${hint} It was shown once: rotate it to see a new one.`}>
      <span className="mono">…{secretLast4}</span>
    </Explained>
  );
}

function Ping({ ping }: Pick<IntegrationContact, 'ping'>) {
  if (!ping) return 'None has arrived';
  return (
    <Explained by={`From ${ping.address}`}>
      <TimeText value={ping.at} />
    </Explained>
  );
}

function Refused({ refused }: Pick<IntegrationContact, 'refused'>) {
  if (!refused) return 'None';
  const { at, address, reason, count } = refused;
  return (
    <Explained by={`From ${address}. ${count === 1 ? 'The only one' : `${count} in all`}`}>
      {refusalNames[reason]}
      <br />
      <TimeText value={at} />
    </Explained>
  );
}

function Explained({ by, children }: { by: string; children: React.ReactNode }) {
  return (
    <>
      {children}
      <Text size="sm" c="dimmed">
        {by}
      </Text>
    </>
  );
}
