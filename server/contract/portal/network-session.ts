import { z } from 'zod';
import { filters } from '../network-session.ts';
import { listInput, searchInput } from '../paging.ts';
import { instantOutput, text } from '../primitives.ts';
import { countsOutput } from './list-parts.ts';
import { networkSessionTabs } from './list-tabs.ts';

/** Further filters of the portal's list. */
export const networkSessionListAll = listInput(['startedAt'], {
  ...filters,
  throttled: z.boolean().optional(),
  username: text(1, 64).optional(),
  q: searchInput.optional(),
});

/** Usage of a subscription in its running cycle, in bytes of both directions, with its cap. */
export const networkUsage = z
  .object({
    octets: z.int(),
    capOctets: z.int().nullable(),
    throttledAt: instantOutput.nullable(),
    /** The fixed address or pool; null for the default pool of the NAS. */
    address: z.string().nullable(),
  })
  .meta({ id: 'NetworkUsage' });

export type NetworkUsage = z.output<typeof networkUsage>;

/** Octets of each of the last 30 calendar days of the provider's time zone, today last. */
export const networkUsageDays = z.object({
  days: z.array(
    z.object({
      /** `YYYY-MM-DD`. */
      day: z.string(),
      /** To the subscriber. */
      download: z.int(),
      /** From the subscriber. */
      upload: z.int(),
    }),
  ),
});

export type NetworkUsageDays = z.output<typeof networkUsageDays>;

export const networkSessionCounts = countsOutput(networkSessionTabs);
