'use client';

import { IconKey, IconKeyOff, IconTrash } from '@tabler/icons-react';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { DetailTabs } from '@/components/detail/detail-tabs.tsx';
import { EditButton } from '@/components/detail/edit-button.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import type { IntegrationHealth } from '@/server/contract/portal/integration.ts';
import { InboundEvents } from './inbound-events.tsx';
import type { IntegrationAction } from './integration-dialogs.tsx';
import { stateOf } from './labels.ts';

const Setup = lazyPart(() => import('./integration-setup.tsx'), 'IntegrationSetup');
const Dialogs = lazyPart(() => import('./integration-dialogs.tsx'), 'IntegrationDialogs');

/** Events arrive while the page is open. */
const REFRESH_MS = 5_000;

type IntegrationPageProps = {
  initial: IntegrationSnapshot;
  /** Of all integrations. */
  initialHealth: IntegrationHealth[];
  /** The URL that the system sends its events to. */
  receiver: string;
};

/** An integration: its inbound events, settings and secret. */
export function IntegrationPage({ initial, initialHealth, receiver }: IntegrationPageProps) {
  const { id } = initial;
  const { data: integration } = trpc.integration.get.useQuery({ id }, { initialData: initial });
  const { data: health } = trpc.integration.health.useQuery(undefined, {
    initialData: initialHealth,
    refetchInterval: REFRESH_MS,
  });
  const state = stateOf(
    integration.status,
    health.find((one) => one.id === id),
  );
  const dialogs = useDialogs<IntegrationAction>();
  const mayWrite = useCan('developers:write');
  const isSigned = integration.signing === 'hmac';
  const hasSecret = integration.secretLast4 !== null;
  return (
    <>
      <DetailHeader
        title={integration.name}
        id={id}
        parent={{ label: 'Integrations', href: '/integrations' }}
        status={integration.status}
        statusLabel={state.label}
        tone={state.tone}
        reason={state.reason}
        primary={mayWrite && <EditButton href={`/integrations/${id}/edit`} />}
        actions={
          mayWrite
            ? [
                ...(isSigned
                  ? [
                      {
                        key: 'rotate',
                        label: hasSecret ? 'Rotate secret' : 'Create secret',
                        icon: <IconKey size={16} aria-hidden />,
                        ...dialogs.opens('rotate'),
                      },
                    ]
                  : []),
                ...(hasSecret
                  ? [
                      {
                        key: 'revoke',
                        label: 'Revoke secret',
                        icon: <IconKeyOff size={16} aria-hidden />,
                        danger: true,
                        ...dialogs.opens('revoke'),
                      },
                    ]
                  : []),
                {
                  key: 'delete',
                  label: 'Delete integration',
                  icon: <IconTrash size={16} aria-hidden />,
                  danger: true,
                  ...dialogs.opens('delete'),
                },
              ]
            : []
        }
      />
      <DetailTabs
        noun="integration"
        value={integration}
        tabs={[
          { key: 'inbound', label: 'Inbound events', render: () => <InboundEvents integrationId={id} /> },
          {
            key: 'setup',
            label: 'Setup',
            render: () => <Setup integration={integration} receiver={receiver} />,
          },
        ]}
        timeline={null}
      />
      {dialogs.opened && (
        <Dialogs action={dialogs.opened} integration={integration} onClose={dialogs.close} />
      )}
    </>
  );
}
