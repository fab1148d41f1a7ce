import { subscriberOperations } from '../../contract/operations/subscriber.ts';
import { adjustCredit } from '../../domain/credit/adjust.ts';
import { listBalanceTransactions } from '../../domain/credit/read.ts';
import { createPageLink, readPageLink, revokePageLink } from '../../domain/customer-page/link.ts';
import { eraseSubscriber } from '../../domain/erasure/erase-subscriber.ts';
import { exportData } from '../../domain/erasure/export-data.ts';
import { getSubscriberUsageDays } from '../../domain/network-session/read-usage-days.ts';
import { activateSubscriber } from '../../domain/subscriber/activate.ts';
import { createSubscriber } from '../../domain/subscriber/create.ts';
import { deactivateSubscriber } from '../../domain/subscriber/deactivate.ts';
import {
  countSubscribers,
  getSubscriber,
  listAllSubscribers,
  listSubscribers,
} from '../../domain/subscriber/read.ts';
import { readStatement, readStatementPdf } from '../../domain/subscriber/statement.ts';
import { suspendSubscriber } from '../../domain/subscriber/suspend.ts';
import { terminateSubscriber } from '../../domain/subscriber/terminate.ts';
import { patchSubscriber, updateSubscriber } from '../../domain/subscriber/update.ts';
import { readActivity } from '../../domain/workbench/activity.ts';
import { readOverview } from '../../domain/workbench/overview.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const subscriberRouter = routerOf(subscriberOperations, {
  list: read(listSubscribers),
  counts: read(countSubscribers),
  get: read(getSubscriber),
  listAll: read(listAllSubscribers),
  overview: read(readOverview),
  usageDays: read(getSubscriberUsageDays),
  statement: read(readStatement),
  statementPdf: read(readStatementPdf),
  activity: read(readActivity),
  create: write(createSubscriber),
  update: write(updateSubscriber),
  patch: write(patchSubscriber),
  suspend: write(suspendSubscriber),
  activate: write(activateSubscriber),
  deactivate: write(deactivateSubscriber),
  terminate: write(terminateSubscriber),
  erase: write(eraseSubscriber),
  exportData: write(exportData),
  balanceTransactions: read(listBalanceTransactions),
  pageLink: read(readPageLink),
  createPageLink: write(createPageLink, { secret: true }),
  revokePageLink: write(revokePageLink),
  adjustCredit: write(adjustCredit),
});
