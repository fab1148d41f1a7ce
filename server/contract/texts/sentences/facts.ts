import type { BillingCycleSnapshot } from '../../billing-cycle.ts';
import type { ChargeSnapshot } from '../../charge.ts';
import type { EventObject, EventType, eventCatalogue } from '../../event-catalogue.ts';
import type { InstallationSnapshot } from '../../installation.ts';
import type { NetworkSessionSnapshot } from '../../network-session.ts';
import type { PaymentSnapshot } from '../../payment.ts';
import type { PlanSnapshot } from '../../plan.ts';
import type { RefundSnapshot } from '../../refund.ts';
import { money, type Sentence, say, together } from '../../sentence.ts';
import type { SubscriberSnapshot } from '../../subscriber.ts';
import type { SubscriptionSnapshot } from '../../subscription.ts';
import { currencyIn, describeFields, type Names } from '../describe-change.ts';

/** Staff read about subscribers. A subscriber reads, in an email, about their own service. */
export type Reader = 'staff' | 'subscriber';

type Snapshots = {
  subscriber: SubscriberSnapshot;
  subscription: SubscriptionSnapshot;
  payment: PaymentSnapshot;
  billing_cycle: BillingCycleSnapshot;
  network: NetworkSessionSnapshot;
  plan: PlanSnapshot;
  charge: ChargeSnapshot;
  refund: RefundSnapshot;
  installation: InstallationSnapshot;
};

/** The parts of an event that its sentence is made from. */
export type Facts<S> = {
  current: S;
  previous: Partial<S>;
  changedFields: string[];
  rejection: { reason: string; note?: string } | undefined;
  occurredAt: string;
  names: Names;
};

type Describe<S> = (facts: Facts<S>) => Sentence;

/** The sentence of an event. It is for staff unless the event has an email; then each reader has a sentence. */
export type EventSentence<S> = Describe<S> | Record<Reader, Describe<S>>;

type ObjectOf<T extends EventType> = (typeof eventCatalogue)[T]['object'];

/** The sentences of all events about an object. */
export type EventSentences<Object extends EventObject> = {
  [T in EventType as ObjectOf<T> extends Object ? T : never]: EventSentence<Snapshots[ObjectOf<T>]>;
};

/** The name of the resource with an id; `otherwise` when it is unknown. */
export function nameOf(names: Names, id: string | null | undefined, otherwise: string): string {
  return (id && names[id]) || otherwise;
}

/** An amount as a part of a sentence, in major units. */
export function sumOf({ amount, currency }: { amount: number; currency: string }) {
  return money(amount, currency);
}

/** The changed fields that have no words of their own, before and after. */
export function describeUpdate(
  name: string,
  {
    current,
    previous,
    changedFields,
    names,
  }: Pick<Facts<object>, 'current' | 'previous' | 'changedFields' | 'names'>,
): Sentence {
  if (changedFields.length === 0) return say`${name} is updated.`;
  const was: Record<string, unknown> = { ...previous };
  const is: Record<string, unknown> = { ...current };
  const changes = changedFields.map((field) => [field, { before: was[field], after: is[field] }]);
  return together(describeFields(name, Object.fromEntries(changes), { names, currency: currencyIn(is) }));
}
