'use client';

import { Skeleton, Stack } from '@mantine/core';
import { lazyPart } from '@/components/shell/lazy-part.tsx';

/**
 * A list of the API with everything that a list of this portal can do. Its state is the URL; the server filters,
 * sorts and pages.
 */
export const ResourceTable = lazyPart(
  () => import('./resource-table-view.tsx'),
  'ResourceTableView',
  <Stack gap="sm">
    <Skeleton h={34} w={420} maw="100%" />
    <Skeleton h={420} />
  </Stack>,
);
