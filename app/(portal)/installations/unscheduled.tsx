'use client';

import { RelatedList } from '@/components/detail/related-list.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { kindNames } from './labels.ts';
import { installationList } from './list.ts';
import classes from './unscheduled.module.css';
import { useNamed } from './use-named-installations.ts';

/** Open installations without an appointment, the nearest deadline on top. */
export function Unscheduled() {
  return (
    <div className={classes.root}>
      <Waiting
        status="AWAITING_INSTALLATION"
        title="No appointment yet"
        empty="All open installations have an appointment."
      />
      <Waiting status="PENDING_PAYMENT" title="No appointment, fee unpaid" empty="None." />
    </div>
  );
}

type WaitingProps = { status: 'AWAITING_INSTALLATION' | 'PENDING_PAYMENT'; title: string; empty: string };

function Waiting({ status, title, empty }: WaitingProps) {
  const query = useNamed(
    trpc.installation.list.useQuery({ status, isScheduled: false, sort: 'windowEndsAt', limit: 8 }),
  );
  const all = listHref(installationList, { filters: { status, isScheduled: 'false' } });
  return (
    <RelatedList
      title={title}
      query={query}
      href={(row) => `/installations/${row.id}`}
      primary={(row) => row.subscriberName ?? '…'}
      secondary={(row) => (
        <>
          {[kindNames[row.kind], row.address ?? row.placeName].filter(Boolean).join(' · ')}
          <br />
          Deadline <TimeText value={row.windowEndsAt} detail="day" />
        </>
      )}
      empty={empty}
      all={{ label: 'All without an appointment', href: `${all}&view=list` }}
    />
  );
}
