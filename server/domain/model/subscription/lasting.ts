import { and, isNull, notInArray } from 'drizzle-orm';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { ended } from '../../../contract/subscription-rules.ts';

/** The condition of a subscription that has not ended for good: the opposite of `hasEnded`. */
export const isLasting = and(isNull(subscription.archivedAt), notInArray(subscription.status, [...ended]));
