import { installationWindow } from '../lifecycle/charges/abandon.ts';
import { chargeExpiry } from '../lifecycle/charges/expire.ts';
import { renewalWindow } from '../lifecycle/cycle/issue-renewals.ts';
import { paymentExpiry } from '../lifecycle/invoicing/expire-payments.ts';
import { cycleEnd } from '../lifecycle/renewal/end-cycles.ts';
import { graceEnd } from '../lifecycle/termination/end-grace.ts';
import { pendingExpiry } from '../lifecycle/termination/expire-pending.ts';
import { upgradeExpiry } from '../lifecycle/upgrade/end.ts';
import type { DueWork } from '../model/due-work.ts';

/** Everything that time alone brings about. Of things due at the same instant, the first listed comes first. */
export const scheduledWork: readonly DueWork[] = [
  paymentExpiry,
  chargeExpiry,
  installationWindow,
  pendingExpiry,
  upgradeExpiry,
  renewalWindow,
  cycleEnd,
  graceEnd,
];
