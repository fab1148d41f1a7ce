'use client';

import { Anchor } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconMessage } from '@tabler/icons-react';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { EditButton } from '@/components/detail/edit-button.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import { addressLines } from '@/server/contract/address.ts';
import type { DemarcationPointSnapshot } from '@/server/contract/demarcation-point.ts';
import { RelatedSubscriptions } from '../subscriptions/related-subscriptions.tsx';
import { accessTypeNames } from './labels.ts';
import { demarcationPointList } from './list.ts';

const AnnounceDialog = lazyPart(() => import('../announcements/announce-dialog.tsx'), 'AnnounceDialog');
const RetireDialog = lazyPart(() => import('./retire-dialog.tsx'), 'RetireDialog');

export function DemarcationPointPage({ initial }: { initial: DemarcationPointSnapshot }) {
  const { id } = initial;
  const { data: point } = trpc.demarcationPoint.get.useQuery({ id }, { initialData: initial });
  const retiring = useDialog();
  const announcing = useDialog();
  const mayMessage = useCan('emails:write');
  const mayWrite = useCan('demarcation-points:write');
  const retired = point.status === 'RETIRED';
  return (
    <DetailPage
      list={demarcationPointList}
      value={point}
      title={point.name}
      status={point.status}
      primary={mayWrite && <EditButton href={`/demarcation-points/${id}/edit`} />}
      actions={[
        ...(mayMessage
          ? [
              {
                key: 'message',
                label: 'Message the customers here',
                icon: <IconMessage size={16} aria-hidden />,
                ...announcing.opener,
              },
            ]
          : []),
        ...(mayWrite
          ? [
              {
                key: 'retire',
                label: retired ? 'Restore' : 'Retire',
                icon: retired ? (
                  <IconArchiveOff size={16} aria-hidden />
                ) : (
                  <IconArchive size={16} aria-hidden />
                ),
                danger: !retired,
                ...retiring.opener,
              },
            ]
          : []),
      ]}
      overview={() => <Facts point={point} />}
      timeline={null}
    >
      {announcing.isOpen && (
        <AnnounceDialog
          list="demarcation-points"
          target={{ filter: {}, ids: [id] }}
          onDone={() => undefined}
          onClose={announcing.close}
        />
      )}
      {retiring.isOpen && <RetireDialog point={point} onClose={retiring.close} />}
    </DetailPage>
  );
}

function Facts({ point }: { point: DemarcationPointSnapshot }) {
  const { accessType, nasIdentifier, latitude, longitude, createdAt, updatedAt } = point;
  return (
    <>
      <Panel title="Access">
        <PropertyList
          items={[
            { label: 'Access', value: accessTypeNames[accessType] },
            {
              label: 'NAS identifier',
              value: nasIdentifier && <CopyId id={nasIdentifier} what="NAS identifier" />,
            },
            { label: 'Created', value: <TimeText value={createdAt} /> },
            { label: 'Changed', value: <TimeText value={updatedAt} /> },
          ]}
        />
      </Panel>
      <Panel title="Place">
        <PropertyList
          items={[
            {
              label: 'Address',
              value: addressLines(point).map((line) => (
                <div key={line}>
                  <bdi>{line}</bdi>
                </div>
              )),
            },
            { label: 'Position', value: <Position latitude={latitude} longitude={longitude} /> },
          ]}
        />
      </Panel>
      <RelatedSubscriptions
        title="Subscriptions"
        of={{ demarcationPointId: point.id }}
        empty="No subscriptions at this demarcation point yet."
      />
    </>
  );
}

/** A link that the device opens in its map application. */
function Position({ latitude, longitude }: Pick<DemarcationPointSnapshot, 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return '–';
  const at = `${latitude},${longitude}`;
  return (
    <Anchor href={`geo:${at}`} className="tabular">
      {latitude}, {longitude}
    </Anchor>
  );
}
