'use client';

import { Button } from '@mantine/core';
import { IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { EditButton } from '@/components/detail/edit-button.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { WebhookHealth } from '@/server/contract/portal/webhook.ts';
import type { WebhookSnapshot } from '@/server/contract/webhook.ts';
import { isActiveWebhook } from '@/server/contract/webhook-rules.ts';
import { type WebhookAction, webhookActions } from './actions.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { disabledReasonTexts, shortUrl } from './labels.ts';
import { webhookList } from './list.ts';
import { WebhookOverview } from './webhook-overview.tsx';

const WebhookDialogs = lazyPart(() => import('./webhook-dialogs.tsx'), 'WebhookDialogs');

/** One webhook: its health, its deliveries and its actions. */
export function WebhookPage(props: { initial: WebhookSnapshot; initialHealth: WebhookHealth[] }) {
  const { id } = props.initial;
  const { data: webhook } = trpc.webhook.get.useQuery({ id }, { initialData: props.initial });
  const all = trpc.webhook.health.useQuery(undefined, { initialData: props.initialHealth });
  const health = all.data.find((one) => one.id === id);
  const mayWrite = useCan('developers:write');
  const dialogs = useDialogs<WebhookAction>();
  const isActive = isActiveWebhook(webhook);
  const isFailing = isActive && Boolean(health?.failingSince);
  return (
    <DetailPage
      list={webhookList}
      value={webhook}
      title={shortUrl(webhook.url)}
      status={webhook.status}
      statusLabel={isFailing ? 'Failing' : undefined}
      tone={isFailing ? 'red' : undefined}
      reason={isActive ? null : health?.disabledReason && disabledReasonTexts[health.disabledReason]}
      context={webhook.description}
      primary={
        mayWrite && (
          <>
            <EditButton href={`/developers/webhooks/${id}/edit`} />
            {isActive ? (
              <Button leftSection={<IconSend size={16} aria-hidden />} {...dialogs.opens('test')}>
                Send test event
              </Button>
            ) : (
              <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} {...dialogs.opens('enable')}>
                Enable
              </Button>
            )}
          </>
        )
      }
      actions={mayWrite ? webhookActions({ isActive, health, opens: dialogs.opens }) : []}
      overview={() => (
        <WebhookOverview webhook={webhook} health={health} opens={mayWrite ? dialogs.opens : undefined} />
      )}
      tabs={[{ key: 'deliveries', label: 'Deliveries', render: () => <DeliveriesTable webhook={webhook} /> }]}
      timeline={null}
    >
      {dialogs.opened && (
        <WebhookDialogs action={dialogs.opened} webhook={webhook} health={health} onClose={dialogs.close} />
      )}
    </DetailPage>
  );
}
