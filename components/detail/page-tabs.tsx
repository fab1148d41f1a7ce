'use client';

import { Tabs } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { leavePage } from '@/components/shell/unsaved-input.ts';

export type PageTab = { key: string; label: string; count?: number; render: () => ReactNode };

/** The tabs of a detail page. The open tab is `tab` in the URL. Only the open one is rendered. */
export function PageTabs({ tabs, label }: { tabs: [PageTab, ...PageTab[]]; label: string }) {
  const keys = tabs.map(({ key }) => key);
  const parser = parseAsStringLiteral(keys).withDefault(tabs[0].key).withOptions({ history: 'push' });
  const [open, setOpen] = useQueryState('tab', parser);
  const current = tabs.find(({ key }) => key === open) ?? tabs[0];
  return (
    <Tabs value={current.key} onChange={(key) => leavePage(() => void setOpen(key))} keepMounted={false}>
      <Tabs.List
        aria-label={label}
        mb="md"
        className="scrolls"
        style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}
      >
        {tabs.map(({ key, label: name, count }) => (
          <Tabs.Tab key={key} value={key}>
            {name}
            {count !== undefined && ` (${count})`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={current.key}>{current.render()}</Tabs.Panel>
    </Tabs>
  );
}
