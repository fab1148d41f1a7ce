import { z } from 'zod';
import { listInput, listOutput } from './paging.ts';
import { idInput, idOutput, instantInput, instantOutput, timestamps } from './primitives.ts';
import { sessionAddressInput } from './session-address.ts';

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

export const filters = {
  subscriberId: idInput('subscriber').optional(),
  subscriptionId: idInput('subscription').optional(),
  active: z.boolean().optional().meta({ description: 'Whether it is online now.' }),
  address: sessionAddressInput.optional(),
  at: instantInput.optional().meta({ description: 'Only those that were online at this instant.' }),
};
export const networkSessionList = listInput(['startedAt'], filters);

export const networkSessionPage = listOutput(networkSessionSnapshot);
