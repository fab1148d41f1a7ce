import { daysText } from '../../days.ts';
import type { PlanSnapshot } from '../../plan.ts';
import { money, type Sentence, say, together } from '../../sentence.ts';
import { describeUpdate, type EventSentences, type Facts } from './facts.ts';

export const planSentences: EventSentences<'plan'> = {
  'plan.created': ({ current }) =>
    say`${current.planName} is created at ${money(current.priceAmount, current.priceCurrency)} for ${daysText(current.billingCycleDays)}.`,
  'plan.updated': describePlanUpdate,
  'plan.deleted': ({ current }) => say`${current.planName} is deleted for good. Its name can be used again.`,
};

function describePlanUpdate({ current, previous, changedFields, names }: Facts<PlanSnapshot>): Sentence {
  const { planName, priceAmount, priceCurrency, disabledAt } = current;
  if (changedFields.includes('disabledAt')) {
    return disabledAt
      ? say`${planName} is disabled: no new subscription can take it. Existing subscriptions keep it, with their cycles and prices.`
      : say`${planName} is enabled: new subscriptions can take it.`;
  }
  const others = changedFields.filter((field) => !['price', 'priceAmount'].includes(field));
  const clauses = [
    ...(typeof previous.priceAmount === 'number'
      ? [
          say`${planName} costs ${money(priceAmount, priceCurrency)} instead of ${money(previous.priceAmount, priceCurrency)}.`,
        ]
      : []),
    ...(others.length > 0
      ? [describeUpdate(planName, { current, previous, changedFields: others, names })]
      : []),
  ];
  return clauses.length > 0 ? together(clauses) : say`${planName} is updated.`;
}
