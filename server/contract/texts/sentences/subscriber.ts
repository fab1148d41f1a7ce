import { fullNameOf } from '../../full-name.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { SubscriberSnapshot } from '../../subscriber.ts';
import { describeUpdate, type EventSentences, type Facts } from './facts.ts';

export const subscriberSentences: EventSentences<'subscriber'> = {
  'subscriber.created': ({ current }) => say`${fullNameOf(current)} becomes a subscriber.`,
  'subscriber.updated': describeSubscriberUpdate,
  'subscriber.activated': ({ current }) =>
    say`${fullNameOf(current)} is active: what is in service has network access.`,
  'subscriber.suspended': ({ current }) =>
    current.hold
      ? say`${fullNameOf(current)} is on hold${reasonOfHold(current)}. Network access is cut.`
      : say`${fullNameOf(current)} is suspended: nothing is in service.`,
  'subscriber.terminated': ({ current }) =>
    say`${fullNameOf(current)} is terminated for good. The network credentials are removed.`,
  'subscriber.deleted': () => say`The record of the subscriber is erased.`,
};

function describeSubscriberUpdate({
  current,
  previous,
  changedFields,
  names,
}: Facts<SubscriberSnapshot>): Sentence {
  const name = fullNameOf(current);
  const isHoldChanged = changedFields.includes('hold');
  if (isHoldChanged && current.hold) {
    return say`${name} is on hold${reasonOfHold(current)}. Payments do not lift the hold.`;
  }
  if (isHoldChanged && previous.hold) {
    return current.status === 'suspended'
      ? say`The hold of ${name} is lifted. Nothing is in service, so the status stays suspended.`
      : say`The hold of ${name} is lifted.`;
  }
  return describeUpdate(name, { current, previous, changedFields, names });
}

function reasonOfHold({ hold }: SubscriberSnapshot): string {
  return hold?.reason ? `: ${hold.reason.trim().replace(/[.!?]$/, '')}` : '';
}
