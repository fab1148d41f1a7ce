import type { SentService } from '../../../../drizzle/schema/outbound-sync.ts';
import { hasEnded, isInService } from '../../../contract/subscription-rules.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';

type Source = {
  subscription: Pick<SubscriptionRow, 'status' | 'archivedAt' | 'planId' | 'radiusUsername'>;
  /** The subscriber's id in the external system. */
  customerId: string | null;
  /** External tariff id to plan id. */
  tariffMap: Record<string, string>;
  /** What the external system has; null while the service does not exist there. */
  sent: SentService | null;
  /** Whether an earlier attempt requested it: it may exist although no answer came. */
  isRequested: boolean;
};

export type PresentService = { as: 'present'; service: SentService; customerId: string };

/** The state of a subscription in an external system, as it should be. */
export type DesiredState =
  | { as: 'absent' }
  | { as: 'ended' }
  | PresentService
  /** A setting is missing; staff has to add it. */
  | { as: 'blocked'; reason: 'TARIFF_NOT_MAPPED' | 'CUSTOMER_UNKNOWN' };

/**
 * A subscription exists there from its first service on: active while in service, disabled otherwise, deleted when it has
 * ended. Of several tariffs for its plan it keeps the one it has, otherwise it gets the lowest.
 */
export function desiredState({
  subscription,
  customerId,
  tariffMap,
  sent,
  isRequested,
}: Source): DesiredState {
  const { status, archivedAt, planId, radiusUsername: login } = subscription;
  if (hasEnded({ status, archivedAt })) return { as: 'ended' };
  const inService = isInService(status);
  if (login === null || (!inService && !isRequested)) return { as: 'absent' };
  const tariffs = Object.keys(tariffMap).filter((id) => tariffMap[id] === planId);
  const tariffId = tariffs.find((id) => id === sent?.tariffId) ?? lowest(tariffs);
  if (tariffId === undefined) return { as: 'blocked', reason: 'TARIFF_NOT_MAPPED' };
  if (customerId === null) return { as: 'blocked', reason: 'CUSTOMER_UNKNOWN' };
  return {
    as: 'present',
    service: { tariffId, status: inService ? 'active' : 'disabled', login },
    customerId,
  };
}

function lowest(ids: string[]): string | undefined {
  return ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))[0];
}

/** Whether the external system already has the desired service. */
export function isInSync(sent: SentService | null, desired: SentService): boolean {
  const { tariffId, status, login } = desired;
  return sent?.tariffId === tariffId && sent.status === status && sent.login === login;
}
