import {
  type FieldChanges as Changes,
  describeValue,
  fieldTitle,
  type Known,
  knownIn,
  shownChangesOf,
} from '@/server/contract/texts/describe-change.ts';
import { SentenceText } from '../format/sentence-text.tsx';
import { TimeText } from '../format/time-text.tsx';
import classes from './change-list.module.css';

type ChangeListProps = {
  changes: Changes;
  /** Shows fields and values as people read them. Without it they are shown as the API has them. */
  known?: Known;
};

/**
 * Fields that changed, with what they were and what they became. A field that had no value, as in a creation, has its new
 * value only.
 */
export function ChangeList({ changes, known }: ChangeListProps) {
  const of = known && knownIn(changes, known);
  return (
    <dl className={classes.root}>
      {Object.entries(known ? shownChangesOf(changes) : changes).map(([field, { before, after }]) => (
        <div key={field} className={classes.row}>
          <dt className={classes.field}>{of ? fieldTitle(field) : field}</dt>
          <dd className={classes.values}>
            {!isEmpty(before) && (
              <>
                <del className={classes.before}>
                  <Value field={field} value={before} known={of} />
                </del>
                <span aria-hidden> → </span>
              </>
            )}
            <ins className={classes.after}>
              <Value field={field} value={after} known={of} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
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

type ValueProps = { field: string; value: unknown; known?: Known };

function Value({ field, value, known }: ValueProps) {
  if (known) return <SentenceText sentence={describeValue(field, value, known)} />;
  if (value === null || value === undefined) return 'none';
  if (typeof value !== 'string') return JSON.stringify(value);
  return instant.test(value) ? <TimeText value={value} detail="second" /> : value;
}
