'use client';

import type { ReactNode } from 'react';
import { TimeText } from '@/components/format/time-text.tsx';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import type { LifecyclePhase } from '@/server/contract/subscription-rules.ts';

/** An instant in a sentence, which may still be on its way. */
export function At({ time }: { time: string | null | undefined }) {
  return time ? <TimeText value={time} /> : <>the end of its paid time</>;
}

/** What becomes of an upgrade that waits for its payment when something else takes its place. */
export function upgradeIsOff(
  { pendingUpgrade }: Pick<SubscriptionSnapshot, 'pendingUpgrade'>,
  names: Record<string, string>,
): string[] {
  if (!pendingUpgrade) return [];
  return [
    `The upgrade to ${names[pendingUpgrade.planId] ?? 'another plan'} that waits for its payment is off.`,
  ];
}

/** When other terms take effect, and what becomes of what is asked for at the old ones. */
export function takesEffect(standing: LifecyclePhase, paidUntil: string | null | undefined): ReactNode[] {
  if (standing === 'unstarted') {
    return [
      'It holds at once, from the first cycle on.',
      'A payment that is under way is given up; the next one is asked for at the new terms.',
    ];
  }
  if (standing === 'lapsed') {
    return [
      'It holds at once: the cycle with which it comes back is at the new terms.',
      'An open invoice at the old terms is void.',
    ];
  }
  if (standing === 'grace') {
    return [
      'It takes effect when the renewal that is overdue is paid.',
      'That renewal is asked for anew at the new terms; the days of grace stay as they are.',
    ];
  }
  return [
    <>
      It takes effect on <At time={paidUntil} />. Until then nothing changes.
    </>,
    'An open renewal is asked for anew at the new terms.',
  ];
}
