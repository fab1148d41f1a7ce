import { cache } from 'react';
import { type FloorTier, inForce, PLAN_TYPE } from '@/server/contract/floors.ts';
import { found } from '../../found.ts';
import { portalCaller, portalSession } from '../../session.ts';

/** The plan of a page. */
export const readPlan = cache(async (id: string) => {
  const caller = await portalCaller();
  return found(caller.plan.get({ id }));
});

/** Schedule D as it stands at the provider's time, the newest rows first. */
export const readFloors = cache(async (): Promise<FloorTier[]> => {
  const [caller, session] = await Promise.all([portalCaller(), portalSession()]);
  const now = session?.provider.livemode ? new Date().toISOString() : (await caller.testClock.get({})).now;
  const page = (n: number) =>
    caller.provider.scheduleD({ planType: PLAN_TYPE, sort: '-effectiveFrom', limit: 100, page: n });
  const first = await page(1);
  const others = Array.from({ length: Math.max(0, first.meta.totalPages - 1) }, (_, i) => page(i + 2));
  const rows = [first, ...(await Promise.all(others))].flatMap(({ data }) => data);
  return inForce(rows, now).map(({ planType, currency, minSpeedMbps, maxSpeedMbps, floorAmount }) => ({
    planType,
    currency,
    minSpeedMbps,
    maxSpeedMbps,
    floorAmount,
  }));
});
