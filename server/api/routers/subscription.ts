import { subscriptionOperations } from '../../contract/operations/subscription.ts';
import { cancelSubscription } from '../../domain/lifecycle/termination/cancel.ts';
import { getCycleUsage } from '../../domain/network-session/read-usage.ts';
import { getSubscriptionUsageDays, getUsageByDay } from '../../domain/network-session/read-usage-days.ts';
import { activateSubscription } from '../../domain/subscription/activate.ts';
import { createSubscription } from '../../domain/subscription/create.ts';
import { revealCredentials } from '../../domain/subscription/credentials.ts';
import { explainSubscription } from '../../domain/subscription/explain.ts';
import { extendGrace } from '../../domain/subscription/extend-grace.ts';
import { migrateOut } from '../../domain/subscription/migrate-out.ts';
import {
  countSubscriptions,
  getSubscription,
  listAllSubscriptions,
  listSubscriptionCycles,
  listSubscriptions,
  sumSubscriptions,
} from '../../domain/subscription/read.ts';
import { removePlan } from '../../domain/subscription/remove-plan.ts';
import { rotateCredentials } from '../../domain/subscription/rotate-credentials.ts';
import { listSubscriptionEvents } from '../../domain/subscription/timeline.ts';
import { updateSubscription } from '../../domain/subscription/update.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const subscriptionRouter = routerOf(subscriptionOperations, {
  list: read(listSubscriptions),
  listAll: read(listAllSubscriptions),
  totals: read(sumSubscriptions),
  counts: read(countSubscriptions),
  get: read(getSubscription),
  explain: read(explainSubscription),
  usageByDay: read(getUsageByDay),
  usage: read(getCycleUsage),
  usageDays: read(getSubscriptionUsageDays),
  events: read(listSubscriptionEvents),
  create: write(createSubscription),
  update: write(updateSubscription),
  cancel: write(cancelSubscription),
  extendGrace: write(extendGrace),
  removePlan: write(removePlan),
  activate: write(activateSubscription),
  migrateOut: write(migrateOut),
  rotateCredentials: write(rotateCredentials, { secret: true }),
  cycles: read(listSubscriptionCycles),
  credentials: write(revealCredentials, { secret: true }),
});
