'use client';

import Link from 'next/link';
import { type ReactNode, useEffect, useRef } from 'react';
import { COUNTED_TO } from '@/server/contract/api-request-values.ts';
import { humanize } from '../format/status-badge.tsx';
import { type ListDefinition, listHref } from './list-definition.ts';
import classes from './quick-views.module.css';
import { useListState } from './use-list-state.ts';
import { useSavedViews } from './use-saved-views.ts';

export type QuickView = {
  label: string;
  /** The filters of the view. It is the current one if the list has these and no others of `keys`. */
  filters: Record<string, string>;
  /** The number of rows; undefined while it is not read, absent for a view without one. */
  count?: number | undefined;
  /** Whether there may be more rows than were counted. */
  isAtLeast?: boolean;
  /** Below the label: sums, one for each currency. */
  detail?: ReactNode;
};

/**
 * The views of a list's tabs, after that of all rows.
 * @param counts the number of rows of each tab, as the server counted them
 * @param names of the tabs that are not named like a status
 * @param atLeast the tabs that may have more rows
 */
export function viewsOf<K extends string>(
  tabs: Record<K, object>,
  counts: Record<K, number> | undefined,
  names: Partial<Record<K, string>> = {},
  atLeast: readonly K[] = [],
): QuickView[] {
  const keys = Object.keys(tabs) as K[];
  return [
    { label: 'All', filters: {} },
    ...keys.map((key) => ({
      label: names[key] ?? humanize(key),
      filters: Object.fromEntries(Object.entries(tabs[key]).map(([name, value]) => [name, String(value)])),
      count: counts?.[key],
      isAtLeast: atLeast.includes(key),
    })),
  ];
}

type QuickViewsProps = {
  definition: ListDefinition;
  keys: string[];
  views: QuickView[];
  /** The tab of a detail page that the list is in. */
  tab?: string;
};

/** The most frequent views of a list, and the saved ones. Opening one removes the other filters. */
export function QuickViews({ definition, keys, views, tab }: QuickViewsProps) {
  const { state } = useListState(definition);
  const saved = useSavedViews(definition.resource);
  const navRef = useRef<HTMLElement>(null);
  const openId = saved.current?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open view may be out of sight
  useEffect(() => scrollToOpen(navRef.current), [openId]);
  if (views.length === 0 && saved.views.length === 0) return null;
  return (
    <nav ref={navRef} aria-label="Views" className={`${classes.root} scrolls`}>
      {views.map((view) => {
        const { label, filters, detail } = view;
        const isOpen =
          !saved.current && keys.every((key) => (state.filters[key] ?? '') === (filters[key] ?? ''));
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
              {'count' in view && <span className={classes.count}>{countText(view)}</span>}
            </span>
            {detail && <span className={classes.detail}>{detail}</span>}
          </Link>
        );
      })}
      {saved.views.map((view) => (
        <Link
          key={view.id}
          href={saved.hrefOf(view)}
          prefetch={false}
          className={classes.view}
          aria-current={view === saved.current ? 'page' : undefined}
        >
          <span className={classes.label}>
            {view.name}
            {/* On the line of the name: a second line would move the list when the views are read. */}
            {!view.isOwn && <span className={classes.detail}>by {view.owner}</span>}
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** Scrolls the views, and not the page, until the open one is in sight. */
function scrollToOpen(nav: HTMLElement | null): void {
  const open = nav?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!nav || !open) return;
  const { left, right } = nav.getBoundingClientRect();
  if (open.right > right) nav.scrollLeft += open.right - right;
  else if (open.left < left) nav.scrollLeft -= left - open.left;
}

const formatCount = new Intl.NumberFormat('en').format;

/** `12`, or `12+` where not all rows were counted. Nothing while the count is read, or where none was found so far. */
function countText({ count, isAtLeast }: QuickView): string {
  if (count === undefined || (isAtLeast && count === 0)) return '';
  return isAtLeast ? `${formatCount(Math.min(count, COUNTED_TO))}+` : formatCount(count);
}
