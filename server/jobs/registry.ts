import type { InngestFunction } from 'inngest';

/** Every function that runs, in-process or on an Inngest server. */
export const jobFunctions: readonly InngestFunction.Any[] = [];
