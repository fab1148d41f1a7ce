'use client';

import { SegmentedControl } from '@mantine/core';
import { parseAsStringLiteral, useQueryState } from 'nuqs';

const views = ['board', 'list', 'calendar'] as const;

/** The view of the installations, from the URL. */
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
      aria-label="View"
      value={view}
      onChange={(next) => void setView(next)}
      data={[
        { value: 'board', label: 'Board' },
        { value: 'list', label: 'List' },
        { value: 'calendar', label: 'Calendar' },
      ]}
    />
  );
}
