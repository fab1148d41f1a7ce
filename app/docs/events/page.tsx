import type { Metadata } from 'next';
import Link from 'next/link';
import { humanize } from '@/components/format/status-badge.tsx';
import { type EventType, eventEntry, eventObjects, eventTypes } from '@/server/contract/event-catalogue.ts';
import type { EventEnvelope } from '@/server/contract/events.ts';
import { exampleEvent, exampleNames } from '@/server/contract/examples/events.ts';
import { schemaExamples } from '@/server/contract/examples/schemas.ts';
import { sentenceText } from '@/server/contract/sentence.ts';
import { describeEvent } from '@/server/contract/texts/describe-event.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { formatTime } from '@/server/contract/texts/format-time.ts';
import { anchorOf } from '../anchors.ts';
import classes from '../docs.module.css';
import { Example } from '../example.tsx';
import { documentedMachines } from '../machines.ts';
import { Prose } from '../prose.tsx';
import { ReferenceTable } from '../reference-table.tsx';

export const metadata: Metadata = { title: 'Events' };

type EnvelopeField = Exclude<keyof EventEnvelope, 'data'> | `data.${keyof EventEnvelope['data']}`;

const envelope: Record<EnvelopeField, string> = {
  id: 'The unique id of the event.',
  type: 'One of the types below.',
  apiVersion: 'The version of this envelope.',
  occurredAt: 'When it happened, by the account’s clock, in UTC.',
  providerId: 'The account it happened in.',
  correlationId: 'The correlation id of the request that caused it. Events of one request share it.',
  livemode: 'False in a sandbox.',
  'data.object': 'The type of the resource in `data.current`.',
  'data.current': 'The whole resource after the change.',
  'data.previous': 'The earlier values of the changed fields. Absent if the resource is new.',
  'data.changedFields': 'The names of all fields that changed, on events that carry each of them.',
  'data.rejection': 'For a rejection: `reason`, a code, and an optional `note`.',
};

export default function EventsPage() {
  return (
    <>
      <h1>Events</h1>
      <p className={classes.lead}>
        An event is stored in the same transaction as its change. Read events with <code>GET /v1/events</code>
        , and filter them by <code>type</code> and <code>resourceId</code>.
      </p>

      <section id="envelope">
        <h2>Envelope</h2>
        <ReferenceTable
          label="Fields of the envelope"
          columns={['Field', 'Content']}
          rows={Object.entries(envelope).map(([field, content]) => ({
            id: `envelope.${field}`,
            cells: [<code key="field">{field}</code>, <Prose key="content">{content}</Prose>],
          }))}
        />
        <Example label="Example">{JSON.stringify(schemaExamples.Event, null, 2)}</Example>
      </section>

      <section id="catalogue">
        <h2>Catalogue</h2>
        <p>All event types, by resource. Below each, an example as the portal shows it.</p>
        <nav aria-label="Kinds of event" className={classes.jumps}>
          {eventObjects.map((object) => (
            <a key={object} href={`#about-${object}`}>
              {humanize(object)}
            </a>
          ))}
        </nav>
        {eventObjects.map((object) => (
          <section key={object} id={`about-${object}`}>
            <h3>
              <code>{object}</code>
            </h3>
            <ReferenceTable
              label={`Events about ${humanize(object).toLowerCase()}`}
              columns={['Type', 'When', 'previous', 'Moves']}
              rows={eventTypes.filter((type) => eventEntry(type).object === object).map(eventRow)}
            />
          </section>
        ))}
      </section>
    </>
  );
}

function eventRow(type: EventType) {
  const { when } = eventEntry(type);
  return {
    id: anchorOf.event(type),
    cells: [
      <code key="type">{type}</code>,
      <span key="when" className={classes.stack}>
        <span>
          <Prose>{when}</Prose>
        </span>
        <span className={classes.quiet}>{exampleText(type)}</span>
      </span>,
      <Previous key="previous" type={type} />,
      <AnnouncedMoves key="moves" type={type} />,
    ],
  };
}

/** The example of an event as a sentence, with its times in UTC. */
function exampleText(type: EventType): string {
  return sentenceText(describeEvent(exampleEvent(type), exampleNames), {
    money: formatMoney,
    time: (at, detail) => formatTime(at, 'UTC', detail),
  });
}

function Previous({ type }: { type: EventType }) {
  const rule = eventEntry(type).previous;
  if (rule === 'absent') return <span className={classes.quiet}>absent</span>;
  if (rule === 'changed') return 'each changed field';
  return (
    <span className={classes.stack}>
      {rule.map((field) => (
        <code key={field}>{field}</code>
      ))}
    </span>
  );
}

/** The moves that emit the event. Most events have none. */
function AnnouncedMoves({ type }: { type: EventType }) {
  const moves = documentedMachines.flatMap(({ machine: { name, moves } }) =>
    moves.filter(({ emits }) => emits === type).map(({ on }) => anchorOf.move(name, on)),
  );
  if (moves.length === 0) return <span className={classes.quiet}>none</span>;
  return (
    <span className={classes.stack}>
      {moves.map((move) => (
        <Link key={move} href={`/docs/states#${move}`} prefetch={false}>
          <code>{move}</code>
        </Link>
      ))}
    </span>
  );
}
