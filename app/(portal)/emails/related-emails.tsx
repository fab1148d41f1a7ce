'use client';

import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { emailKindLabels, emailStatusLabels } from './labels.ts';
import { emailList } from './list.ts';

type RelatedEmailsProps = {
  filters: { subscriberId: string } | { announcementId: string };
  limit?: number;
};

/** The newest messages to one subscriber or of one announcement, with a link to all of them. */
export function RelatedEmails({ filters, limit = 20 }: RelatedEmailsProps) {
  return (
    <RelatedList
      title="Messages"
      query={trpc.email.list.useQuery({ ...filters, limit })}
      all={{ label: 'All messages', href: listHref(emailList, { filters }) }}
      href={({ id }) => `/emails/${id}`}
      empty="No messages yet."
      primary={({ kind }) => emailKindLabels[kind]}
      secondary={({ to, sentAt, createdAt }) => (
        <>
          {to} · <TimeText value={sentAt ?? createdAt} />
        </>
      )}
      aside={({ status, error }) => (
        <StatusBadge status={status} label={emailStatusLabels[status]} reason={error} />
      )}
    />
  );
}
