import type { ReactNode } from 'react';
import classes from './property-list.module.css';

type Property = {
  label: string;
  value: ReactNode;
  /** Takes the whole width: long texts, lists. */
  wide?: boolean;
};

/** The facts of a resource in as many columns as fit. An empty value is shown as a dash. */
export function PropertyList({ items }: { items: (Property | false | null | undefined)[] }) {
  return (
    <dl className={classes.root}>
      {items.map(
        (item) =>
          item && (
            <div key={item.label} className={classes.item} data-wide={item.wide || undefined}>
              <dt className={classes.label}>{item.label}</dt>
              <dd className={classes.value}>{isEmpty(item.value) ? '–' : item.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function isEmpty(value: ReactNode): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}
