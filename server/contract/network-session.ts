import { z } from 'zod';
import { networkSessionTabs } from './list-tabs.ts';
import { countsOutput, listInput, listOutput, searchInput } from './paging.ts';
import { idInput, idOutput, instantOutput, text, timestamps } from './primitives.ts';

export const networkSessionSnapshot = z
  .object({
    id: idOutput('networkSession'),
    sessionId: idOutput('networkSession').meta({ description: 'Equal to `id`; the name in events.' }),
    subscriptionId: idOutput('subscription'),
    subscriberId: idOutput('subscriber'),
    username: z.string(),
    ipAddress: z.string().nullable(),
    nasIpAddress: z.string().nullable(),
    nasName: z.string().nullable(),
    framedIpv6Address: z.string().nullable(),
    framedIpv6Prefix: z.string().nullable(),
    delegatedIpv6Prefix: z.string().nullable(),
    callingStationId: z.string().nullable(),
    startedAt: instantOutput,
    endedAt: instantOutput.nullable(),
    reason: z.string().nullable().meta({ description: 'Why it ended: Acct-Terminate-Cause of the NAS.' }),
    inputOctets: z.int().meta({ description: 'Bytes from the subscriber.' }),
    outputOctets: z.int().meta({ description: 'Bytes to the subscriber.' }),
    throttled: z.boolean(),
    ...timestamps,
  })
  .meta({ id: 'NetworkSession' });
export type NetworkSessionSnapshot = z.output<typeof networkSessionSnapshot>;

export const networkSessionId = z.strictObject({ id: idInput('networkSession') });

const filters = {
  subscriberId: idInput('subscriber').optional(),
  subscriptionId: idInput('subscription').optional(),
  active: z.boolean().optional().meta({ description: 'Whether it is online now.' }),
};
export const networkSessionList = listInput(['startedAt'], filters);
/** Further filters of the portal's list. Portal only. */
export const networkSessionListAll = listInput(['startedAt'], {
  ...filters,
  throttled: z.boolean().optional(),
  username: text(1, 64).optional(),
  q: searchInput.optional(),
});
export const networkSessionPage = listOutput(networkSessionSnapshot);

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

/** Octets of each of the last 30 calendar days of the provider's time zone, today last. Portal only. */
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

/** Portal only. */
export const networkSessionCounts = countsOutput(networkSessionTabs);
