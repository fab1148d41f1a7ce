import type { z } from 'zod';
import type { ClockOutlook, clockOutlookQuery } from '../../contract/test-clock.ts';
import type { Scope } from '../../db/scope.ts';
import { scheduledWork } from './due-work.ts';
import { requireSandbox } from './sandbox.ts';

/**
 * What an advance to an instant would begin with: how much of each kind is due until then as things stand, and when
 * the first of each kind is due. Counted without doing any of it.
 * @throws FORBIDDEN for a live account
 */
export async function clockOutlook(
  scope: Scope,
  { until = scope.now }: z.output<typeof clockOutlookQuery>,
): Promise<ClockOutlook> {
  requireSandbox(scope);
  const kinds = await Promise.all(
    scheduledWork.map(async (work) => {
      const { count, first } = await work.outlook(scope, until);
      return { name: work.name, count, first: first?.toISOString() ?? null };
    }),
  );
  return { now: scope.now.toISOString(), kinds };
}
