import type { OpenCause } from '../../contract/portal/notification.ts';
import type { Permission } from '../../contract/roles.ts';
import type { Scope } from '../../work/scope.ts';
import { endedJobs } from './ended-jobs.ts';
import { failedEmails } from './failed-emails.ts';
import { failedEvents } from './failed-events.ts';
import { failedRefunds } from './failed-refunds.ts';
import { blockedSyncs, failingWebhooks } from './failing-systems.ts';
import { openDisputes } from './open-disputes.ts';
import { unexpectedMoney } from './unexpected-money.ts';

type Source = {
  /** Who can act on it, and so is notified. */
  permission: Permission;
  /** The causes that stand now, the newest first. Every page reads them, so a source reads a bounded number of rows of an index. */
  open: (scope: Scope, person: { id: string }) => Promise<OpenCause[]>;
};

/**
 * Everything that notifies a person. A new source is a line here, its kind in `contract/portal/notification.ts`, its sentence in
 * `contract/texts/describe-notification.ts` and its page in `components/shell/notification-links.ts`.
 */
export const sources: readonly Source[] = [
  { permission: 'developers:write', open: failingWebhooks },
  { permission: 'payments:write', open: failedRefunds },
  { permission: 'payments:write', open: unexpectedMoney },
  { permission: 'payments:write', open: openDisputes },
  { permission: 'developers:write', open: failedEvents },
  { permission: 'developers:write', open: blockedSyncs },
  { permission: 'emails:write', open: failedEmails },
  { permission: 'read', open: endedJobs },
];
