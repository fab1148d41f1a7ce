import type { InngestFunction } from 'inngest';
import { billingDue } from './billing-due.ts';
import { checkoutsDue } from './checkouts-due.ts';
import { deliveriesDue } from './deliveries-due.ts';
import { inboundDue } from './inbound-due.ts';
import { listAnchors } from './list-anchors.ts';
import { mailsDue } from './mails-due.ts';
import { mirrorDue } from './mirror-due.ts';
import { networkDue } from './network-due.ts';
import { networkSweep } from './network-sweep.ts';
import { partitions } from './partitions.ts';
import { refundsDue } from './refunds-due.ts';

/** Every function that runs, in-process or on an Inngest server. */
export const jobFunctions: readonly InngestFunction.Any[] = [
  ...billingDue,
  ...checkoutsDue,
  ...inboundDue,
  ...mailsDue,
  ...mirrorDue,
  ...refundsDue,
  ...deliveriesDue,
  ...networkDue,
  networkSweep,
  listAnchors,
  partitions,
];
