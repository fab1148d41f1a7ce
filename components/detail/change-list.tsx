import { TimeText } from '../format/time-text.tsx';
import classes from './change-list.module.css';

export type Changes = Record<string, { before?: unknown; after?: unknown }>;

/** Fields that changed, with what they were and what they became. */
export function ChangeList({ changes }: { changes: Changes }) {
  return (
    <dl className={classes.root}>
      {Object.entries(changes).map(([field, { before, after }]) => (
        <div key={field} className={classes.row}>
          <dt className={classes.field}>{field}</dt>
          <dd className={classes.values}>
            <del className={classes.before}>
              <Value value={before} />
            </del>
            <span aria-hidden> → </span>
            <ins className={classes.after}>
              <Value value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The changes of an event: `previous` against `current`. */
export function changesOf(event: {
  data: { current: Record<string, unknown>; previous?: Record<string, unknown>; changedFields?: string[] };
}): Changes | null {
  const { current, previous, changedFields } = event.data;
  if (!previous) return null;
  const fields = changedFields ?? Object.keys(previous);
  return Object.fromEntries(
    fields.map((field) => [field, { before: previous[field], after: current[field] }]),
  );
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined) return 'none';
  if (typeof value !== 'string') return JSON.stringify(value);
  return instant.test(value) ? <TimeText value={value} detail="second" /> : value;
}
