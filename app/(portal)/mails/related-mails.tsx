'use client';

import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import { mailOutbox } from './list.ts';
import { mailKindNames, mailStatusNames } from './words.ts';

type RelatedMailsProps = { filters: { subscriberId: string }; limit?: number };

/** The newest mails to one subscriber, and the way to all of them. */
export function RelatedMails({ filters, limit = 20 }: RelatedMailsProps) {
  return (
    <RelatedList
      title="Mails"
      query={trpc.mail.list.useQuery({ ...filters, limit })}
      all={{ label: 'All mails', href: listHref(mailOutbox, { filters }) }}
      href={({ id }) => `/mails/${id}`}
      empty="Nothing was written to them yet."
      primary={({ kind }) => mailKindNames[kind]}
      secondary={({ to, sentAt, createdAt }) => (
        <>
          {to} · <TimeText value={sentAt ?? createdAt} />
        </>
      )}
      aside={({ status, error }) => (
        <StatusBadge status={status} label={mailStatusNames[status]} reason={error} />
      )}
    />
  );
}
