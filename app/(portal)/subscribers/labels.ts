import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';

/** Why a subscriber is suspended: the reason of the hold, a hold without one, or the lack of service. */
export function reasonOf({ status, hold }: SubscriberSnapshot): string | null {
  if (status !== 'suspended') return null;
  return hold ? (hold.reason ?? 'manual hold') : 'no subscription in service';
}
