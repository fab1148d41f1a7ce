'use client';

import { Button, Chip, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { type ReactNode, useId, useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import classes from '@/components/detail/timeline.module.css';
import { SentenceText } from '@/components/format/sentence-text.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { hrefOfResource } from '@/components/shell/navigation.ts';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { ActivityEntry, ActivityPage } from '@/server/contract/portal/activity.ts';
import { activityKinds } from '@/server/contract/portal/activity-kinds.ts';
import type { Sentence } from '@/server/contract/sentence.ts';
import { activityKindLabels } from './activity-labels.ts';
import { NoteEntry } from './note-entry.tsx';

const NoteForm = lazyPart(() => import('./note-form.tsx'), 'NoteForm');

const kindParser = parseAsStringLiteral(activityKinds);

type SubscriberActivityProps = {
  subscriberId: string;
  /** Whether no note can be written any more. */
  closed: boolean;
};

/** All that happened to a subscriber, newest first. The chosen kind is `kind` in the URL. */
export function SubscriberActivity({ subscriberId, closed }: SubscriberActivityProps) {
  const [kind, setKind] = useQueryState('kind', kindParser);
  const mayNote = useCan('notes:write') && !closed;
  const [isWriting, setIsWriting] = useState(false);
  const query = trpc.subscriber.activity.useInfiniteQuery(
    { subscriberId, kind: kind ?? undefined },
    { getNextPageParam: ({ next }) => next ?? undefined, placeholderData: keepPreviousData },
  );
  const pages = query.data?.pages;
  const entries = pages?.flatMap((page) => page.entries);
  const groups: ActivityPage['groups'] = Object.assign({}, ...(pages?.map((page) => page.groups) ?? []));
  const counts = pages?.[0]?.counts;
  return (
    <Panel
      title="Activity"
      actions={
        mayNote && (
          <Button size="compact-md" variant="default" onClick={() => setIsWriting(true)}>
            Write note
          </Button>
        )
      }
    >
      <Stack gap="md">
        {isWriting && <NoteForm subscriberId={subscriberId} onDone={() => setIsWriting(false)} />}
        <Chip.Group value={kind ?? ''} onChange={(value) => void setKind(kindParser.parse(String(value)))}>
          <Group
            gap={6}
            wrap="nowrap"
            className="scrolls"
            style={{ overflowX: 'auto' }}
            role="radiogroup"
            aria-label="Kind of activity"
          >
            <Chip value="" size="sm" variant="outline">
              All
            </Chip>
            {activityKinds
              .filter((each) => each === kind || (counts?.[each] ?? 0) > 0)
              .map((each) => (
                <Chip key={each} value={each} size="sm" variant="outline">
                  {activityKindLabels[each]} ({counts?.[each] ?? 0})
                </Chip>
              ))}
          </Group>
        </Chip.Group>
        {query.error ? (
          <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />
        ) : !entries ? (
          <Stack gap="md" mih={240}>
            {[60, 40, 52, 47].map((width) => (
              <Skeleton key={width} h={16} w={`${width}%`} />
            ))}
          </Stack>
        ) : entries.length === 0 ? (
          <Text c="dimmed">Nothing of this kind has happened yet.</Text>
        ) : (
          <ol className={classes.root} aria-busy={query.isPlaceholderData}>
            {linesOf(entries, kind === null).map(({ group, members: [first, ...others] }) => (
              <li key={group ?? first.key} className={classes.entry}>
                {group !== null ? (
                  <ActivityGroup sentence={groups[group] ?? []} at={first.at} count={others.length + 1}>
                    {[first, ...others].map((entry) => (
                      <li key={entry.key} className={classes.entry}>
                        <Entry entry={entry} />
                      </li>
                    ))}
                  </ActivityGroup>
                ) : first.note ? (
                  <NoteEntry note={first.note} />
                ) : (
                  <Entry entry={first} />
                )}
              </li>
            ))}
          </ol>
        )}
        {query.hasNextPage && (
          <Group>
            <Button
              variant="default"
              size="compact-md"
              onClick={() => void query.fetchNextPage()}
              loading={query.isFetchingNextPage}
            >
              Show earlier ones
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

type Line = { group: string | null; members: [ActivityEntry, ...ActivityEntry[]] };

/**
 * The lines of the list: the steps of a renewal are one line, at the place of the newest.
 * @param isGrouped false for the entries of one kind, which are few
 */
function linesOf(entries: ActivityEntry[], isGrouped: boolean): Line[] {
  const byGroup = new Map<string, Line>();
  return entries.flatMap((entry): Line[] => {
    const { group } = entry;
    const known = isGrouped && group !== null ? byGroup.get(group) : undefined;
    if (known && group !== null) {
      known.group = group;
      known.members.push(entry);
      return [];
    }
    const line: Line = { group: null, members: [entry] };
    if (group !== null) byGroup.set(group, line);
    return [line];
  });
}

function Head({ sentence, at }: { sentence: Sentence; at: string }) {
  return (
    <div className={classes.head}>
      <span className={classes.name}>
        <SentenceText sentence={sentence} />
      </span>
      <Text size="sm" c="dimmed" component="span">
        <TimeText value={at} />
      </Text>
    </div>
  );
}

type ActivityGroupProps = { sentence: Sentence; at: string; count: number; children: ReactNode };

/** The steps of a renewal as one line, which opens. */
function ActivityGroup({ sentence, at, count, children }: ActivityGroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Head sentence={sentence} at={at} />
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={14} aria-hidden data-open={isOpen || undefined} />
        {isOpen ? 'Hide' : 'Show'} {count} steps
      </UnstyledButton>
      <ol id={id} className={classes.steps} hidden={!isOpen}>
        {isOpen && children}
      </ol>
    </>
  );
}

function Entry({ entry: { sentence, at, actor, about, eventId, correlationId } }: { entry: ActivityEntry }) {
  const href = about && hrefOfResource(about.type, about.id);
  return (
    <>
      <Head sentence={sentence} at={at} />
      <Group gap="2px 12px" fz="sm" c="dimmed">
        {actor && <span>by {actor}</span>}
        {href && (
          <TextLink href={href} inherit className={classes.follow}>
            Open
          </TextLink>
        )}
        {eventId && (
          <TextLink href={`/developers/events/${eventId}`} inherit className={classes.follow}>
            Event
          </TextLink>
        )}
        {correlationId && (
          <TextLink href={`/developers/correlation/${correlationId}`} inherit className={classes.follow}>
            What caused it
          </TextLink>
        )}
      </Group>
    </>
  );
}
