'use client';

import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import type { ResourceTableProps } from './resource-table-props.ts';

const View = lazyPart<ResourceTableProps<{ id: string }>>(
  () => import('./resource-table-view.tsx').then((module) => module.ResourceTableView),
  <Stack gap="sm">
    <Skeleton h={34} w={420} maw="100%" />
    <Skeleton h={420} />
  </Stack>,
) as unknown as <T extends { id: string }>(props: ResourceTableProps<T>) => ReactNode;

/**
 * A list of the API with everything that a list of this portal can do. Its state is the URL; the server filters,
 * sorts and pages.
 */
export function ResourceTable<T extends { id: string }>(props: ResourceTableProps<T>) {
  return <View {...props} />;
}
