import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { scheduleDRow } from '../../../drizzle/schema/schedule-d.ts';
import { type scheduleDList, scheduleDRowSnapshot } from '../../contract/provider.ts';
import { defineResource } from '../../state/resource.ts';
import { equals } from '../list/filters.ts';
import { defineList } from '../list/list.ts';

const scheduleDResource = defineResource({
  name: 'scheduleDRow',
  object: null,
  // The rows have no provider. The list, which knows it, is the only reader by this description.
  table: scheduleDRow as typeof scheduleDRow & { providerId: PgColumn },
  snapshot: scheduleDRowSnapshot,
});

/** All rows of Schedule D, future and replaced ones included. They belong to no provider. Contract: Schedule D. */
export const listScheduleD = defineList<typeof scheduleDResource, z.output<typeof scheduleDList>>(
  scheduleDResource,
  {
    isShared: true,
    filters: { planType: equals(scheduleDRow.planType), currency: equals(scheduleDRow.currency) },
    sortable: {
      minSpeedMbps: scheduleDRow.minSpeedMbps,
      floorAmount: [scheduleDRow.currency, scheduleDRow.floorAmount],
      effectiveFrom: scheduleDRow.effectiveFrom,
    },
  },
);
