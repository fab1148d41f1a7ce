import { chargeExpiry } from '../lifecycle/charges/end.ts';
import { installationWindow } from '../lifecycle/charges/installation.ts';
import { paymentExpiry } from '../lifecycle/invoicing/expire-payments.ts';
import { creditSettlement } from '../lifecycle/payment/settle-from-credit.ts';
import { cycleEnd } from '../lifecycle/renewal/end-cycles.ts';
import { renewalWindow } from '../lifecycle/renewal/issue-renewals.ts';
import { reminder } from '../lifecycle/renewal/remind.ts';
import { graceEnd } from '../lifecycle/termination/end-grace.ts';
import { pendingExpiry } from '../lifecycle/termination/expire-pending.ts';
import { upgradeExpiry } from '../lifecycle/upgrade/end.ts';
import type { DueWork } from '../queue/due-work.ts';

/** Every kind of due work. Of items that are due at the same instant, the kind that is listed first runs first. */
export const scheduledWork: readonly DueWork[] = [
  creditSettlement,
  paymentExpiry,
  chargeExpiry,
  installationWindow,
  pendingExpiry,
  upgradeExpiry,
  renewalWindow,
  cycleEnd,
  graceEnd,
  reminder as DueWork,
];
