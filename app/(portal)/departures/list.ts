import type { ListDefinition } from '@/components/table/list-definition.ts';
import {
  departureKindTexts,
  departureOutcomeTexts,
  departureReasonTexts,
} from '@/server/contract/texts/departure-texts.ts';

/** The filters of the counts of reasons: those of the list but the reason itself. */
// biome-ignore lint/suspicious/noExplicitAny: the procedure checks the input
export function beyondReasons(input: any) {
  const {
    page: _,
    limit: __,
    sort: ___,
    reason: ____,
    reasonIn: _____,
    hasReason: ______,
    ...others
  } = input;
  return others;
}

const options = (texts: Record<string, string>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

export const departureList: ListDefinition = {
  resource: 'departures',
  title: 'Cancellations',
  noun: { one: 'cancellation', many: 'cancellations' },
  search: 'Subscriber or note',
  created: 'Requested',
  filters: [
    { kind: 'enum', key: 'reason', label: 'Reason', options: options(departureReasonTexts), isAnyOf: true },
    {
      kind: 'enum',
      key: 'outcome',
      label: 'Outcome',
      options: options(departureOutcomeTexts),
      isAnyOf: true,
    },
    { kind: 'enum', key: 'kind', label: 'Kind', options: options(departureKindTexts) },
    { kind: 'boolean', key: 'hasReason', label: 'Reason given', yes: 'Given', no: 'None' },
    { kind: 'record', key: 'planId', label: 'Plan', of: 'plan' },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
    { kind: 'record', key: 'subscriptionId', label: 'Subscription', of: 'subscription' },
    { kind: 'text', key: 'currency', label: 'Currency', placeholder: 'KES' },
  ],
};
