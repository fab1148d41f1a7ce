import { Text } from '@mantine/core';
import { Fragment } from 'react';
import type { EventEnvelope } from '@/server/contract/events.ts';
import { rejectionText } from '@/server/contract/texts/reason-texts.ts';
import { diffOf, type FieldDiff } from './diff.ts';
import classes from './event-diff.module.css';

/** What an event changed: each field as it was and as it is. */
export function EventDiff({ data }: { data: EventEnvelope['data'] }) {
  const fields = diffOf(data);
  return (
    <>
      {data.rejection && (
        <Text mb={fields.length > 0 ? 'sm' : 0}>
          Rejected: {rejectionText(data.rejection.reason)}{' '}
          <span className="mono">({data.rejection.reason})</span>
          {data.rejection.note && `. ${data.rejection.note}`}
        </Text>
      )}
      {fields.length === 0 && !data.rejection && (
        <Text c="dimmed">
          The resource is new, so there are no earlier values. The body below shows all of it.
        </Text>
      )}
      {fields.length > 0 && (
        <dl className={classes.root}>
          {fields.map((diff) => (
            <Fragment key={diff.field}>
              <dt className={classes.field}>{diff.field}</dt>
              <dd className={classes.values}>
                <Values diff={diff} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  );
}

function Values({ diff }: { diff: FieldDiff }) {
  return (
    <>
      {'before' in diff && (
        <del className={classes.before}>
          <span aria-hidden>− </span>
          {laidOut(diff.before)}
        </del>
      )}
      <ins className={classes.after}>
        <span aria-hidden>+ </span>
        {laidOut(diff.after)}
      </ins>
    </>
  );
}

function laidOut(value: unknown): string {
  return JSON.stringify(value ?? null, null, 2);
}
