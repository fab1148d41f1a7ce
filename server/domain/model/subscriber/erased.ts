import { refuse } from '../../../contract/errors.ts';
import { isErased } from '../../../contract/subscriber-rules.ts';
import type { SubscriberRow } from './resource.ts';

/**
 * Refuses what would store personal data of an erased subscriber again. The row is locked, so an erasure cannot follow. Contract:
 * Subscriber.
 * @throws IMMUTABLE
 */
export function requireNotErased(row: SubscriberRow): void {
  if (isErased(row)) throw refuse('IMMUTABLE', { field: 'id', message: 'The subscriber is erased.' });
}
