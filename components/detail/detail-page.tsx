'use client';

import type { ReactNode } from 'react';
import { type ListDefinition, listPath, listTitle } from '../table/list-definition.ts';
import { DetailHeader, type DetailHeaderProps } from './detail-header.tsx';
import { DetailTabs, type DetailTabsProps } from './detail-tabs.tsx';
import type { PageTab } from './page-tabs.tsx';

type DetailPageProps = Omit<DetailHeaderProps, 'id' | 'parent'> &
  Pick<DetailTabsProps, 'value' | 'timeline'> & {
    /** The list of the resource, for the link back. */
    list: ListDefinition;
    /** The first tab. */
    overview: () => ReactNode;
    /** The tabs that only this kind of resource has, after the overview. */
    tabs?: PageTab[];
    /** The open dialog. */
    children?: ReactNode;
  };

/** The page of one resource: header, actions, facts, events, audit entries and JSON. */
export function DetailPage(props: DetailPageProps) {
  const { list, value, overview, tabs = [], timeline, children, ...header } = props;
  return (
    <>
      <DetailHeader {...header} id={value.id} parent={{ label: listTitle(list), href: listPath(list) }} />
      <DetailTabs
        noun={list.noun.one}
        value={value}
        tabs={[{ key: 'overview', label: 'Overview', render: overview }, ...tabs]}
        timeline={timeline}
      />
      {children}
    </>
  );
}
