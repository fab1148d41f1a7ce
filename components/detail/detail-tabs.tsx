'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { auditTab } from './audit-tab.tsx';
import type { EventsProcedure } from './event-timeline.tsx';
import { type PageTab, PageTabs } from './page-tabs.tsx';
import { Panel } from './panel.tsx';

const EventTimeline = lazyPart(() => import('./event-timeline.tsx'), 'EventTimeline');
const JsonView = lazyPart(() => import('./json-view.tsx'), 'JsonView');

export type DetailTabsProps = {
  /** The name of the resource in texts: "invoice". */
  noun: string;
  /** The resource as the API shows it. */
  value: { id: string };
  /** The tabs that only this kind of resource has. They come first. */
  tabs: [PageTab, ...PageTab[]];
  /** The procedure that lists events of related resources too; null for a resource without events. */
  timeline?: { title: string; events: EventsProcedure } | null;
};

/** The tabs of a resource's page: its own, and those of every resource: events, audit trail and JSON. */
export function DetailTabs({ noun, value, tabs, timeline }: DetailTabsProps) {
  const { id } = value;
  return (
    <PageTabs
      label={`Parts of the ${noun}`}
      tabs={[
        ...tabs,
        ...(timeline === null ? [] : [timelineTab(id, timeline)]),
        auditTab(id),
        {
          key: 'json',
          label: 'JSON',
          render: () => <JsonView value={value} label={`The ${noun} as JSON`} />,
        },
      ]}
    />
  );
}

function timelineTab(id: string, timeline: DetailTabsProps['timeline']): PageTab {
  return {
    key: 'timeline',
    label: 'Timeline',
    render: () => (
      <Panel title={timeline?.title ?? 'Events'}>
        <EventTimeline id={id} events={timeline?.events} />
      </Panel>
    ),
  };
}
