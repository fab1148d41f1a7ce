import type { InngestFunction } from 'inngest';
import { billingDue } from './billing-due.ts';
import { listAnchors } from './list-anchors.ts';

/** Every function that runs, in-process or on an Inngest server. */
export const jobFunctions: readonly InngestFunction.Any[] = [...billingDue, listAnchors];
