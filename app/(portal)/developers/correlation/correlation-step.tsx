'use client';

import { Anchor } from '@mantine/core';
import { IconArrowUpRight, IconBolt, IconMail, IconPencil } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ChangeList } from '@/components/data/change-list.tsx';
import { CopyId } from '@/components/data/copy-id.tsx';
import { humanize, StatusBadge } from '@/components/data/status-badge.tsx';
import { TimeText } from '@/components/data/time-text.tsx';
import type { CorrelationStep as Step } from '@/server/contract/correlation.ts';
import { EventDiff } from '../events/event-diff.tsx';
import { deliveryStatusNames, outcomeOf, shortUrl } from '../webhooks/words.ts';
import classes from './correlation.module.css';

const icons = { audit: IconPencil, event: IconBolt, mail: IconMail };
const kinds = { audit: 'Changed', event: 'Announced', mail: 'Mail queued' };

/** One thing that came about, and what became of it. */
export function CorrelationStep({ step }: { step: Step }) {
  const Icon = icons[step.kind];
  return (
    <li className={classes.step} data-kind={step.kind}>
      <span className={classes.icon}>
        <Icon size={15} aria-hidden />
      </span>
      <div className={classes.head}>
        <span className={classes.kind}>{kinds[step.kind]}</span>
        <span className={classes.name}>
          <Name step={step} />
        </span>
        <span className={classes.when}>
          <TimeText value={step.at} detail="second" />
        </span>
      </div>
      <Details step={step} />
    </li>
  );
}

function Name({ step }: { step: Step }): ReactNode {
  switch (step.kind) {
    case 'audit':
      return step.entry.action;
    case 'event':
      return (
        <Anchor component={Link} href={`/developers/events/${step.event.id}`} prefetch={false} inherit>
          {step.event.type}
        </Anchor>
      );
    case 'mail':
      return (
        <Anchor component={Link} href={`/mails/${step.mail.id}`} prefetch={false} inherit>
          {humanize(step.mail.kind)}
        </Anchor>
      );
  }
}

function Details({ step }: { step: Step }): ReactNode {
  switch (step.kind) {
    case 'audit':
      return (
        <>
          <div className={classes.id}>
            <CopyId id={step.entry.resourceId} what="resource id" />
          </div>
          <ChangeList changes={step.entry.changes} />
        </>
      );
    case 'event': {
      const { event, deliveries } = step;
      return (
        <>
          {(event.data.previous || event.data.rejection) && (
            <div className={classes.diff}>
              <EventDiff data={event.data} />
            </div>
          )}
          {deliveries.length > 0 && (
            <ul className={classes.deliveries}>
              {deliveries.map(({ id, webhookId, url, status, attempts }) => {
                const last = attempts.at(-1);
                return (
                  <li key={id}>
                    <IconArrowUpRight size={15} aria-hidden />
                    <Anchor
                      component={Link}
                      href={`/developers/webhooks/${webhookId}/deliveries/${id}`}
                      prefetch={false}
                      inherit
                    >
                      {shortUrl(url)}
                    </Anchor>
                    <StatusBadge status={status} label={deliveryStatusNames[status]} />
                    {last && <span className={classes.outcome}>{outcomeOf(last)}</span>}
                  </li>
                );
              })}
            </ul>
          )}
        </>
      );
    }
    case 'mail':
      return <StatusBadge status={step.mail.status} />;
  }
}
