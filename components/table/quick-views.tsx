'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { type ListDefinition, listHref } from './list-definition.ts';
import classes from './quick-views.module.css';
import { useListState } from './use-list-state.ts';

export type QuickView = {
  label: string;
  /** The filters of the view. It is the current one if the list has these and no others of `keys`. */
  filters: Record<string, string>;
  /** The number of rows, if it is known. */
  count?: number;
  /** Below the label: sums, one for each currency. */
  detail?: ReactNode;
};

type QuickViewsProps = {
  definition: ListDefinition;
  keys: string[];
  views: QuickView[];
  /** The tab of a detail page that the list is in. */
  tab?: string;
};

/** The most frequent views of a list. Opening one removes the other filters. */
export function QuickViews({ definition, keys, views, tab }: QuickViewsProps) {
  const { state } = useListState(definition);
  return (
    <nav aria-label="Views" className={classes.root}>
      {views.map(({ label, filters, count, detail }) => {
        const isOpen = keys.every((key) => (state.filters[key] ?? '') === (filters[key] ?? ''));
        return (
          <Link
            key={label}
            href={listHref(definition, { filters, tab })}
            prefetch={false}
            className={classes.view}
            aria-current={isOpen ? 'page' : undefined}
          >
            <span className={classes.label}>
              {label}
              {count !== undefined && <span className={classes.count}>{formatCount(count)}</span>}
            </span>
            {detail && <span className={classes.detail}>{detail}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

const formatCount = new Intl.NumberFormat('en').format;
