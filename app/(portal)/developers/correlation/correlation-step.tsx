'use client';

import {
  IconArrowDownLeft,
  IconArrowsLeftRight,
  IconArrowUpRight,
  IconBolt,
  IconMail,
  IconPencil,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AffectedList } from '@/components/detail/affected-list.tsx';
import { ChangeList } from '@/components/detail/change-list.tsx';
import { EventSentence } from '@/components/detail/event-sentence.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { SentenceText } from '@/components/format/sentence-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { hrefOfResource } from '@/components/shell/navigation.ts';
import type { CorrelationStep as Step } from '@/server/contract/portal/correlation.ts';
import { actorText } from '@/server/contract/texts/actor-text.ts';
import {
  type FieldChanges,
  type Known,
  type Names,
  shownChangesOf,
} from '@/server/contract/texts/describe-change.ts';
import { describeEntry } from '@/server/contract/texts/describe-entry.ts';
import { emailKindLabels, emailStatusLabels } from '../../emails/labels.ts';
import { outcomeOf as outcomeOfInbound } from '../../integrations/labels.ts';
import { EventDiff } from '../events/event-diff.tsx';
import { toneOfHttpStatus } from '../requests/labels.ts';
import { deliveryStatusNames, outcomeOf, shortUrl } from '../webhooks/labels.ts';
import classes from './correlation.module.css';

const icons = {
  request: IconArrowsLeftRight,
  inbound: IconArrowDownLeft,
  audit: IconPencil,
  event: IconBolt,
  email: IconMail,
};
const kinds = {
  request: 'Request',
  inbound: 'Received',
  audit: 'Changed',
  event: 'Event',
  email: 'Email queued',
};

type StepProps = {
  step: Step;
  names: Names;
  /** By the id of the resource. */
  currencies: Record<string, string>;
};

/** One step: a request, an inbound event, a change, an event or an email. */
export function CorrelationStep({ step, names, currencies }: StepProps) {
  const Icon = icons[step.kind];
  return (
    <li className={classes.step} data-kind={step.kind}>
      <span className={classes.icon}>
        <Icon size={15} aria-hidden />
      </span>
      <div className={classes.head}>
        <span className={classes.kind}>{kinds[step.kind]}</span>
        <span className={classes.name}>
          <Name step={step} names={names} currencies={currencies} />
        </span>
        <span className={classes.when}>
          <TimeText value={step.at} detail="second" />
        </span>
      </div>
      <Details step={step} names={names} currencies={currencies} />
    </li>
  );
}

function Name({ step, names, currencies }: StepProps): ReactNode {
  switch (step.kind) {
    case 'request':
      return (
        <TextLink href={`/developers/requests/${step.request.id}`} inherit className="mono">
          {step.request.method} {step.request.path}
        </TextLink>
      );
    case 'inbound':
      return (
        <TextLink href={`/integrations/${step.inbound.integrationId}/events/${step.inbound.id}`} inherit>
          {step.inbound.event}
        </TextLink>
      );
    case 'audit':
      return (
        <SentenceText
          sentence={describeEntry(step.entry, { names, currency: currencies[step.entry.resourceId] })}
        />
      );
    case 'event':
      return <EventSentence event={step.event} names={names} />;
    case 'email':
      return (
        <TextLink href={`/emails/${step.email.id}`} inherit>
          {emailKindLabels[step.email.kind]}
        </TextLink>
      );
  }
}

/** How many changes are shown at first. The creation of a resource lists all its fields. */
const MAX_SHOWN = 5;

function Changed({ changes, known }: { changes: FieldChanges; known: Known }) {
  const count = Object.keys(shownChangesOf(changes)).length;
  if (count <= MAX_SHOWN) return <ChangeList changes={changes} known={known} />;
  return (
    <details className={classes.more}>
      <summary>{count} fields</summary>
      <ChangeList changes={changes} known={known} />
    </details>
  );
}

/** The resource of an audit entry, by the name that events give it. */
function Resource({ type, id, name }: { type: string; id: string; name: string | undefined }) {
  const href = hrefOfResource(type, id);
  return (
    <>
      {href ? (
        <TextLink href={href} inherit>
          {name ?? 'Show'}
        </TextLink>
      ) : (
        name
      )}
      <CopyId id={id} what="resource id" short />
    </>
  );
}

function Details({ step, names, currencies }: StepProps): ReactNode {
  switch (step.kind) {
    case 'request': {
      const { status, error, replayed, callerType, callerName } = step.request;
      return (
        <div className={classes.inbound}>
          <StatusBadge
            status={String(status)}
            label={String(status)}
            reason={error}
            tone={toneOfHttpStatus(status)}
          />
          <span className={classes.outcome}>
            from {actorText({ type: callerType, name: callerName })}
            {replayed && ' · a replay, without effect'}
          </span>
        </div>
      );
    }
    case 'inbound':
      return (
        <div className={classes.inbound}>
          <StatusBadge status={step.inbound.status} />
          <span className={classes.outcome}>
            from {step.inbound.integrationName} · {outcomeOfInbound(step.inbound)}
          </span>
        </div>
      );
    case 'audit':
      return (
        <>
          {step.entry.actorEmail && <div className={classes.outcome}>{step.entry.actorEmail}</div>}
          <div className={classes.id}>
            <Resource
              type={step.entry.resourceType}
              id={step.entry.resourceId}
              name={names[step.entry.resourceId]}
            />
          </div>
          <Changed
            changes={step.entry.changes}
            known={{ names, currency: currencies[step.entry.resourceId] }}
          />
          {step.entry.affected && <AffectedList affected={step.entry.affected} names={names} />}
        </>
      );
    case 'event': {
      const { event, deliveries } = step;
      return (
        <>
          <div className={classes.id}>
            <TextLink href={`/developers/events/${event.id}`} inherit>
              {event.type}
            </TextLink>
            <CopyId id={event.id} what="event id" short />
          </div>
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
                    <TextLink href={`/developers/webhooks/${webhookId}/deliveries/${id}`} inherit>
                      {shortUrl(url)}
                    </TextLink>
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
    case 'email':
      return <StatusBadge status={step.email.status} label={emailStatusLabels[step.email.status]} />;
  }
}
