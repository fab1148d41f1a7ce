import { chargeExpiry } from '../charge/expire.ts';
import { installationWindow } from '../installation/abandon.ts';
import { paymentExpiry } from '../payment/expire.ts';
import { pendingExpiry } from '../subscription/expire-pending.ts';
import { upgradeExpiry } from '../subscription/upgrade-end.ts';
import type { DueWork } from './due-work.ts';
import { cycleEnd } from './end-cycles.ts';
import { graceEnd } from './end-grace.ts';
import { renewalWindow } from './open-renewals.ts';

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
