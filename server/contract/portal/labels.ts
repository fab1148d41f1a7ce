import { z } from 'zod';
import { anyText } from '../primitives.ts';

/** A request for the names of ids. */
export const labelsQuery = z.strictObject({ ids: z.array(anyText(1, 255)).max(500) });

/** Names by id; unknown ids are missing. */
export const labels = z.record(z.string(), z.string());
export type Labels = z.output<typeof labels>;

/** The phone number of a subscriber, by id. */
export const phones = z.record(z.string(), z.string());

/** The address of a demarcation point in one line, by id. */
export const addresses = z.record(z.string(), z.string());
