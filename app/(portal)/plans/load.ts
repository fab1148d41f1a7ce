import { cache } from 'react';
import { type FloorTier, inForce, PLAN_TYPE } from '@/server/contract/floors.ts';
import { portalCaller } from '../../session.ts';
import { readNow } from '../provider-now.ts';

/** Schedule D at the provider's time, the newest rows first. */
export const loadFloors = cache(async (): Promise<FloorTier[]> => {
  const [caller, now] = await Promise.all([portalCaller(), readNow()]);
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
