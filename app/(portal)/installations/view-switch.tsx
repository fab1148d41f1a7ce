'use client';

import { SegmentedControl } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { InstallationView } from './view.ts';
import { views } from './view.ts';

/** Which way the installations are shown; it stands in the address. */
export function useView() {
  return useQueryState(
    'view',
    parseAsStringLiteral(views).withDefault('board').withOptions({ history: 'push' }),
  );
}

export function ViewSwitch() {
  const [view, setView] = useView();
  return (
    <SegmentedControl
      aria-label="Shown as"
      value={view}
      onChange={(next) => void setView(next as InstallationView)}
      data={[
        { value: 'board', label: 'Board' },
        { value: 'list', label: 'List' },
        { value: 'calendar', label: 'Calendar' },
      ]}
    />
  );
}
