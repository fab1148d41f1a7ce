import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';

/** Why a subscriber is suspended: the reason of the hold, a hold without one, or the lack of service. Also whether it is erased. */
export function reasonOf({ status, hold, erasedAt }: SubscriberSnapshot): string | null {
  if (erasedAt !== null) return 'erased';
  if (status !== 'suspended') return null;
  return hold ? (hold.reason ?? 'manual hold') : 'no service';
}
