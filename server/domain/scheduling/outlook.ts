import type { z } from 'zod';
import type { ClockOutlook, clockOutlookQuery } from '../../contract/portal/test-clock.ts';
import type { Scope } from '../../work/scope.ts';
import { scheduledWork } from './due-work.ts';
import { requireSandbox } from './sandbox.ts';

/**
 * The due work of an advance to an instant: the number of items of each kind, and the first due instant. It counts the
 * current rows and runs nothing, so work that follows from the run is not included.
 * @throws FORBIDDEN for a live provider
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
