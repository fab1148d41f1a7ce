import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';

export function fullName({
  firstName,
  lastName,
}: Pick<SubscriberSnapshot, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}
