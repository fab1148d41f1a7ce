import { z } from 'zod';
import { anyText } from './primitives.ts';

/** What a page asks for that has ids and wants names; more than any page shows. */
export const labelsQuery = z.strictObject({ ids: z.array(anyText(1, 255)).max(500) });

/** Names by id; ids that the provider does not have are missing. */
export const labels = z.record(z.string(), z.string());
export type Labels = z.output<typeof labels>;

/** What else a page shows of a place: its address in one line, by id of the demarcation point. */
export const addresses = z.record(z.string(), z.string());
