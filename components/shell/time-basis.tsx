'use client';

import { durationText } from '@/server/contract/duration.ts';
import { useSession } from './session-context.tsx';

/** Says which clock the times beside it are of, where that is not the one on the wall. */
export function TimeBasis() {
  const { clockOffsetMs } = useSession().provider;
  if (clockOffsetMs === 0) return null;
  return <>Times by the test clock, {durationText(clockOffsetMs)} ahead of real time.</>;
}
