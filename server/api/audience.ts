import { refuse } from '../contract/errors.ts';
import type { Audience } from '../contract/portal/announcement.ts';
import { MAX_JOB_ROWS } from '../contract/portal/job-values.ts';
import { ownersOf, subscribersBehind } from '../domain/announcement/behind.ts';
import type { Scope } from '../work/scope.ts';
import { idsMatching } from './bulk-lists.ts';

/**
 * The subscribers behind the rows of a list, in its order: of subscriptions their owners, of demarcation points those with a
 * subscription in service there. One may be there several times.
 * @throws VALIDATION_FAILED for filters that the list does not take; CONFLICT above the limit of a job
 */
export async function readAudience(scope: Scope, { list, filter, ids }: Audience): Promise<string[]> {
  const matching = await idsMatching(scope, list, { filter, ids });
  if (matching.total > MAX_JOB_ROWS) {
    throw refuse('CONFLICT', {
      field: 'filter',
      message: `An announcement has at most ${MAX_JOB_ROWS.toLocaleString('en')} messages.`,
    });
  }
  if (list === 'demarcation-points') return subscribersBehind(scope, matching.ids);
  return list === 'subscriptions' ? ownersOf(scope, matching.ids) : matching.ids;
}
