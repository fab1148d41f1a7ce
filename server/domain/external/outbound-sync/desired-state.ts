import type { SentService } from '../../../../drizzle/schema/mirror.ts';
import { subscriptionMachine } from '../../model/subscription/machine.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';

type Seen = {
  subscription: Pick<SubscriptionRow, 'status' | 'archivedAt' | 'planId' | 'radiusUsername'>;
  /** The subscriber's id in the external system. */
  customerId: string | null;
  /** External tariff id to plan id. */
  tariffMap: Record<string, string>;
  /** What the external system was told last; null where the service is not there. */
  sent: SentService | null;
  /** Whether we ever asked for it there: it may be there though no answer came. */
  isAsked: boolean;
};

/** How an external system is to have a subscription. */
export type Wish =
  | { as: 'nothing' }
  | { as: 'ended' }
  | { as: 'there'; service: SentService; customerId: string }
  /** It cannot be there until something is put right. */
  | { as: 'stuck'; why: 'TARIFF_NOT_MAPPED' | 'CUSTOMER_UNKNOWN' };

/**
 * A subscription is there from its first service on: active while it is in service, disabled while it is not, and gone when
 * it has ended for good. Of several tariffs for its plan the one it has stays, else the lowest is taken.
 */
export function wishFor({ subscription, customerId, tariffMap, sent, isAsked }: Seen): Wish {
  const { status, archivedAt, planId, radiusUsername: login } = subscription;
  if (archivedAt !== null || subscriptionMachine.terminal.includes(status)) return { as: 'ended' };
  const isInService = status === 'ACTIVE' || status === 'AWAITING_PAYMENT_FOR_UPGRADE';
  if (login === null || (!isInService && !isAsked)) return { as: 'nothing' };
  const tariffs = Object.keys(tariffMap).filter((id) => tariffMap[id] === planId);
  const tariffId = tariffs.find((id) => id === sent?.tariffId) ?? lowest(tariffs);
  if (tariffId === undefined) return { as: 'stuck', why: 'TARIFF_NOT_MAPPED' };
  if (customerId === null) return { as: 'stuck', why: 'CUSTOMER_UNKNOWN' };
  return {
    as: 'there',
    service: { tariffId, status: isInService ? 'active' : 'disabled', login },
    customerId,
  };
}

function lowest(ids: string[]): string | undefined {
  return ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))[0];
}

/** Whether nothing is left to be told. */
export function isTold(sent: SentService | null, wished: SentService): boolean {
  const { tariffId, status, login } = wished;
  return sent?.tariffId === tariffId && sent.status === status && sent.login === login;
}
