'use client';

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { notify } from '@/components/shell/notify.ts';
import { useCan } from '@/components/shell/session-context.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { DeliverySnapshot } from '@/server/contract/delivery.ts';
import type { DeliveryRequest } from '@/server/contract/portal/delivery.ts';
import { Attempts } from './attempts.tsx';
import { deliveryStatusNames, shortUrl } from './labels.ts';
import { pollWhilePending } from './poll-while-pending.ts';
import { Sent } from './sent-request.tsx';

type DeliveryPageProps = { initial: DeliverySnapshot; request: DeliveryRequest };

/** One delivery: its attempts and its request. */
export function DeliveryPage({ initial, request }: DeliveryPageProps) {
  const { id, webhookId, eventId, test } = initial;
  const utils = trpc.useUtils();
  const { data: delivery } = trpc.delivery.get.useQuery(
    { id: webhookId, deliveryId: id },
    {
      initialData: initial,
      refetchInterval: ({ state }) =>
        pollWhilePending({ state: { data: state.data && { data: [state.data] } } }),
    },
  );
  const resend = trpc.delivery.resend.useMutation({
    onSuccess: () => {
      void utils.delivery.invalidate();
      notify({ color: 'green', message: 'The delivery is queued again.' });
    },
    onError: (error) => void notify({ color: 'red', message: toApiProblem(error).message }),
  });
  return (
    <>
      <DetailHeader
        title={`${delivery.eventType}${test ? ' (test)' : ''}`}
        id={id}
        parent={{ label: shortUrl(request.url), href: `/developers/webhooks/${webhookId}` }}
        status={delivery.status}
        statusLabel={deliveryStatusNames[delivery.status]}
        primary={
          useCan('developers:write') && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={resend.isPending}
              onClick={() => resend.mutate({ id: webhookId, deliveryId: id })}
            >
              Resend
            </Button>
          )
        }
      />
      <DetailColumns
        main={
          <>
            <Attempts delivery={delivery} />
            <Sent request={request} />
          </>
        }
        side={
          <Panel title="Delivery">
            <PropertyList
              items={[
                {
                  label: 'Event',
                  wide: true,
                  value: test ? (
                    <CopyId id={eventId} what="event id" />
                  ) : (
                    <TextLink href={`/developers/events/${eventId}`} className="mono">
                      {eventId}
                    </TextLink>
                  ),
                },
                { label: 'Sent to', wide: true, value: <span className="mono">{request.url}</span> },
                { label: 'Queued', value: <TimeText value={delivery.createdAt} detail="second" /> },
                {
                  label: 'Next attempt',
                  value: delivery.nextAttemptAt && (
                    <TimeText value={delivery.nextAttemptAt} detail="second" />
                  ),
                },
                { label: 'Attempts', value: delivery.attempts.at(-1)?.number ?? 0 },
                test && { label: 'Test', value: 'Yes, not listed among the events' },
              ]}
            />
          </Panel>
        }
      />
    </>
  );
}
