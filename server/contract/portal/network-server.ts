import { z } from 'zod';
import { idInput, idOutput, issue, text, timestamps } from '../primitives.ts';

/** A network access server as the portal shows it. Its secret is never shown. */
export const networkServer = z.object({
  id: idOutput('networkServer'),
  name: z.string(),
  address: z.string(),
  coaPort: z.int(),
  ...timestamps,
});
export type NetworkServer = z.output<typeof networkServer>;
export const networkServers = z.array(networkServer);

export const networkServerCreate = z.strictObject({
  name: text(1, 100),
  address: z.union([z.ipv4(), z.ipv6()]).meta({ description: 'The source address of its packets.' }),
  secret: text(8, 60).superRefine((value, ctx) => {
    if (!/^[!-~]+$/.test(value)) issue(ctx, 'INVALID_VALUE', 'Only ASCII characters without spaces.');
  }),
  coaPort: z.int().min(1).max(65_535).default(3_799),
});

export const networkServerId = z.strictObject({ id: idInput('networkServer') });
export const networkServerRemoved = z.object({ id: idOutput('networkServer'), deleted: z.literal(true) });
