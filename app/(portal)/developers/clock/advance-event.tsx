import { ActionIcon } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { EventSentence } from '@/components/detail/event-sentence.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import type { ClockEvent } from '@/server/contract/portal/test-clock.ts';
import type { Names } from '@/server/contract/texts/describe-change.ts';
import classes from './clock.module.css';

type AdvanceEventProps = { entry: ClockEvent; names: Names; onFilter: (subscriberId: string) => void };

/** One event: its sentence, its subscriber, and links to its resource and to itself. */
export function AdvanceEvent({ entry, names, onFilter }: AdvanceEventProps) {
  const { event, subscriber } = entry;
  const href = hrefOf(entry);
  return (
    <li className={classes.event}>
      <div className={classes.head}>
        <span>
          <EventSentence event={event} names={names} />
        </span>
        {subscriber && (
          <span className={classes.subscriber}>
            <TextLink href={`/subscribers/${subscriber.id}`} size="sm">
              {subscriber.name}
            </TextLink>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              onClick={() => onFilter(subscriber.id)}
              aria-label={`Only events of ${subscriber.name}`}
              title={`Only events of ${subscriber.name}`}
            >
              <IconFilter size={14} aria-hidden />
            </ActionIcon>
          </span>
        )}
        {href && (
          <TextLink href={href} size="sm" className={classes.resource}>
            {humanize(event.data.object)}
          </TextLink>
        )}
      </div>
      <TextLink href={`/developers/events/${event.id}`} size="sm" c="dimmed" className={classes.type}>
        {event.type}
      </TextLink>
    </li>
  );
}

/** The pages of the resources, by the object of an event. The id of the object completes the path. */
const pageOf: Partial<Record<ClockEvent['event']['data']['object'], string>> = {
  plan: '/plans',
  subscription: '/subscriptions',
  payment: '/payments',
  refund: '/refunds',
  charge: '/charges',
  installation: '/installations',
};

/** The page of the resource of an event. The subscriber has a separate link beside it. */
function hrefOf({ event, subscriptionId, subscriber }: ClockEvent): string | null {
  const { object, current } = event.data;
  const page = pageOf[object];
  if (page) return `${page}/${current.id}`;
  if (object === 'billing_cycle' && subscriptionId) return `/subscriptions/${subscriptionId}?tab=billing`;
  if (object === 'subscriber') return null;
  if (subscriptionId) return `/subscriptions/${subscriptionId}`;
  return subscriber ? `/subscribers/${subscriber.id}` : null;
}
