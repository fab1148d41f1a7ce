import { z } from 'zod';
import { activityPage, activityQuery } from '../../contract/activity.ts';
import { networkUsageDays } from '../../contract/network-session.ts';
import {
  deactivation,
  personalDataFile,
  subscriberCounts,
  subscriberCreate,
  subscriberDeactivate,
  subscriberErase,
  subscriberId,
  subscriberList,
  subscriberListAll,
  subscriberPage,
  subscriberSnapshot,
  subscriberSuspend,
  subscriberUpdate,
} from '../../contract/subscriber.ts';
import { subscriberOverview } from '../../contract/subscriber-overview.ts';
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
import { suspendSubscriber } from '../../domain/subscriber/suspend.ts';
import { terminateSubscriber } from '../../domain/subscriber/terminate.ts';
import { updateSubscriber } from '../../domain/subscriber/update.ts';
import { readActivity } from '../../domain/workbench/activity.ts';
import { readOverview } from '../../domain/workbench/overview.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

const uniqueness = [
  'Email already in use for this provider',
  'Phone already in use for this provider',
  'CONFLICT',
] as const;

export const subscriberRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/subscribers', 'List subscribers'))
    .input(subscriberList)
    .output(subscriberPage)
    .query(read(listSubscribers)),
  /** Portal only. */
  counts: procedure('read').input(z.strictObject({})).output(subscriberCounts).query(read(countSubscribers)),
  get: procedure('read')
    .meta(rest('GET', '/v1/subscribers/{id}', 'Read a subscriber'))
    .input(subscriberId)
    .output(subscriberSnapshot)
    .query(read(getSubscriber)),
  /** Portal only, like the three that follow. */
  listAll: procedure('read').input(subscriberListAll).output(subscriberPage).query(read(listAllSubscribers)),
  overview: procedure('read').input(subscriberId).output(subscriberOverview).query(read(readOverview)),
  usageDays: procedure('read')
    .input(subscriberId)
    .output(networkUsageDays)
    .query(read(getSubscriberUsageDays)),
  activity: procedure('read').input(activityQuery).output(activityPage).query(read(readActivity)),
  create: procedure('subscribers:write', { takesLocalPhone: true })
    .meta(rest('POST', '/v1/subscribers', 'Create a subscriber', { status: 201, errors: uniqueness }))
    .input(subscriberCreate)
    .output(subscriberSnapshot)
    .mutation(write(createSubscriber, { readsNothing: true })),
  update: procedure('subscribers:write', { takesLocalPhone: true })
    .meta(
      rest('PUT', '/v1/subscribers/{id}', 'Replace a subscriber', { errors: [...uniqueness, 'IMMUTABLE'] }),
    )
    .input(subscriberUpdate)
    .output(subscriberSnapshot)
    .mutation(write(updateSubscriber)),
  suspend: procedure('subscribers:write')
    .meta(
      rest('POST', '/v1/subscribers/{id}/suspend', 'Put a manual hold on a subscriber', {
        errors: ['CONFLICT'],
      }),
    )
    .input(subscriberSuspend)
    .output(subscriberSnapshot)
    .mutation(write(suspendSubscriber)),
  activate: procedure('subscribers:write')
    .meta(
      rest('POST', '/v1/subscribers/{id}/activate', 'Lift a manual hold', {
        errors: ['CONFLICT', 'PRECONDITION'],
      }),
    )
    .input(subscriberId)
    .output(subscriberSnapshot)
    .mutation(write(activateSubscriber)),
  deactivate: procedure('subscribers:write')
    .meta(
      rest('POST', '/v1/subscribers/{id}/deactivate', 'Deactivate subscriptions at once', {
        errors: ['CONFLICT'],
      }),
    )
    .input(subscriberDeactivate)
    .output(deactivation)
    .mutation(write(deactivateSubscriber)),
  terminate: procedure('subscribers:write')
    .meta(rest('POST', '/v1/subscribers/{id}/terminate', 'Terminate a subscriber', { errors: ['CONFLICT'] }))
    .input(subscriberId)
    .output(subscriberSnapshot)
    .mutation(write(terminateSubscriber)),
  /** Portal only. */
  erase: procedure('subscribers:erase')
    .meta({ hasDryRun: true })
    .input(subscriberErase)
    .output(subscriberSnapshot)
    .mutation(write(eraseSubscriber)),
  /** Portal only. A mutation, because the audit trail records it. */
  exportData: procedure('subscribers:export')
    .input(subscriberId)
    .output(personalDataFile)
    .mutation(write(exportData)),
});
