'use client';

import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import Link from 'next/link';
import { useState } from 'react';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { DetailTabs } from '@/components/detail/detail-tabs.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { WebhookHealth, WebhookSnapshot } from '@/server/contract/webhook.ts';
import { actionsOf, type WebhookAction } from './actions.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { disabledBecause, shortUrl } from './labels.ts';
import { WebhookOverview } from './webhook-overview.tsx';

const WebhookDialogs = lazyPart(() => import('./webhook-dialogs.tsx'), 'WebhookDialogs');

/** One webhook: how it is doing, what goes to it, and everything that can be done about that. */
export function WebhookPage(props: { initial: WebhookSnapshot; initialHealth: WebhookHealth[] }) {
  const { id } = props.initial;
  const { data: webhook } = trpc.webhook.get.useQuery({ id }, { initialData: props.initial });
  const all = trpc.webhook.health.useQuery(undefined, { initialData: props.initialHealth });
  const health = all.data.find((one) => one.id === id);
  const mayWrite = useCan('developers:write');
  const [action, setAction] = useState<WebhookAction | null>(null);
  const isActive = webhook.status === 'ACTIVE';
  const isFailing = isActive && Boolean(health?.failingSince);
  return (
    <>
      <DetailHeader
        title={shortUrl(webhook.url)}
        id={id}
        parent={{ label: 'Webhooks', href: '/developers/webhooks' }}
        status={webhook.status}
        statusLabel={isFailing ? 'Failing' : undefined}
        tone={isFailing ? 'red' : undefined}
        reason={isActive ? null : health?.disabledReason && disabledBecause[health.disabledReason]}
        context={webhook.description}
        primary={
          mayWrite && (
            <>
              <Button
                component={Link}
                href={`/developers/webhooks/${id}/edit`}
                prefetch={false}
                variant="default"
                leftSection={<IconPencil size={16} aria-hidden />}
              >
                Edit
              </Button>
              {isActive ? (
                <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setAction('test')}>
                  Send test event
                </Button>
              ) : (
                <Button
                  leftSection={<IconPlayerPlay size={16} aria-hidden />}
                  onClick={() => setAction('enable')}
                >
                  Enable
                </Button>
              )}
            </>
          )
        }
        actions={mayWrite ? actionsOf({ isActive, failed: health?.failed ?? 0, setAction }) : []}
      />
      <DetailTabs
        noun="webhook"
        value={webhook}
        tabs={[
          {
            key: 'overview',
            label: 'Overview',
            render: () => (
              <WebhookOverview webhook={webhook} health={health} onAct={mayWrite ? setAction : undefined} />
            ),
          },
          { key: 'deliveries', label: 'Deliveries', render: () => <DeliveriesTable webhook={webhook} /> },
        ]}
        timeline={null}
      />
      {action && (
        <WebhookDialogs action={action} webhook={webhook} health={health} onClose={() => setAction(null)} />
      )}
    </>
  );
}
