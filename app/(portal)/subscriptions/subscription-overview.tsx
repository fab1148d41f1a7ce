'use client';

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { capitalized } from '@/components/format/capitalized.ts';
import { MoneyText } from '@/components/format/money-text.tsx';
import { speedsOf } from '@/components/format/speeds.ts';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { Opener } from '@/components/shell/use-dialog.ts';
import { daysText } from '@/server/contract/days.ts';
import type { Explanation } from '@/server/contract/portal/explanation.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import {
  hasEnded,
  isCancellationPending,
  type OverrideField,
  overrideFields,
  overrideNames,
} from '@/server/contract/subscription-rules.ts';
import { RelatedInstallations } from '../installations/related-installations.tsx';
import { CycleBar } from './cycle-bar.tsx';
import { ExplainPanel } from './explain-panel.tsx';
import { hasPendingPlan } from './has-pending-plan.ts';
import type { DialogKey } from './subscription-dialogs.tsx';

type SubscriptionOverviewProps = {
  subscription: SubscriptionSnapshot;
  names: Record<string, string>;
  explanation: Explanation;
  /** Opens a dialog; absent for a reader who changes nothing. */
  opens?: (dialog: DialogKey) => Opener;
};

/** What happens next, the cycle, and the facts about the subscription. */
export function SubscriptionOverview({ subscription, names, explanation, opens }: SubscriptionOverviewProps) {
  const { currentCycle, price, planId, subscriberId, demarcationPointId } = subscription;
  const { nextPlanId, pendingOverrides } = subscription;
  const isOver = hasEnded(subscription);
  // Apart from the terms in force, so that one box has one set of terms.
  const coming = [
    nextPlanId !== null && {
      label: 'Next plan',
      value: <TextLink href={`/plans/${nextPlanId}`}>{names[nextPlanId] ?? nextPlanId}</TextLink>,
    },
    ...upgradeProperties(subscription.pendingUpgrade, names),
    ...overrideFields.map(
      (field) =>
        pendingOverrides?.[field] !== undefined &&
        overrideProperty(field, pendingOverrides, price.currency, 'pending'),
    ),
    !isOver &&
      subscription.cancelAt !== null && {
        label: 'Cancellation date',
        value: <TimeText value={subscription.cancelAt} />,
      },
    subscription.planRemovalAt !== null && {
      label: 'Plan removal date',
      value: <TimeText value={subscription.planRemovalAt} />,
    },
  ].filter((item) => item !== false);
  return (
    <>
      <ExplainPanel
        explanation={explanation}
        undo={opens && <UndoButton subscription={subscription} opens={opens} />}
      />
      {currentCycle && (
        <Panel title="Current cycle">
          <CycleBar cycle={currentCycle} now={explanation.now} />
        </Panel>
      )}
      <Panel title="Details">
        <PropertyList
          items={[
            { label: 'Current price', value: <MoneyText {...price} /> },
            {
              label: 'Plan',
              value: <TextLink href={`/plans/${planId}`}>{names[planId] ?? planId}</TextLink>,
            },
            {
              label: 'Subscriber',
              value: (
                <TextLink href={`/subscribers/${subscriberId}`}>
                  {names[subscriberId] ?? subscriberId}
                </TextLink>
              ),
            },
            {
              label: 'Demarcation point',
              value: demarcationPointId && (
                <TextLink href={`/demarcation-points/${demarcationPointId}`}>
                  {names[demarcationPointId] ?? demarcationPointId}
                </TextLink>
              ),
            },
            { label: 'Reference', value: subscription.externalReference },
            { label: 'Origin', value: subscription.isExternal ? 'External system' : 'Created in Demarc' },
            ...overrideFields.map(
              (field) =>
                subscription[field] !== null && overrideProperty(field, subscription, price.currency),
            ),
            isOver &&
              subscription.cancelAt !== null && {
                label: 'Cancelled',
                value: <TimeText value={subscription.cancelAt} />,
              },
            {
              label: 'Paid until',
              value: subscription.expiresAt && <TimeText value={subscription.expiresAt} />,
            },
            {
              label: 'Started',
              value: subscription.startedAt && <TimeText value={subscription.startedAt} />,
            },
            subscription.archivedAt !== null && {
              label: 'Ended',
              value: <TimeText value={subscription.archivedAt} />,
            },
            { label: 'Created', value: <TimeText value={subscription.createdAt} /> },
            { label: 'Changed', value: <TimeText value={subscription.updatedAt} /> },
          ]}
        />
      </Panel>
      {coming.length > 0 && (
        <Panel title="Coming up">
          <PropertyList items={coming} />
        </Panel>
      )}
      <RelatedInstallations filters={{ subscriptionId: subscription.id }} open={!isOver} />
    </>
  );
}

type UndoButtonProps = { subscription: SubscriptionSnapshot; opens: (dialog: DialogKey) => Opener };

/** Withdraws the cancellation or the plan change that is pending; nothing where none is. */
function UndoButton({ subscription, opens }: UndoButtonProps) {
  const dialog = isCancellationPending(subscription)
    ? 'withdraw'
    : hasPendingPlan(subscription) && !hasEnded(subscription) && 'keepPlan';
  if (!dialog) return null;
  return (
    <Button variant="default" size="compact-sm" {...opens(dialog)}>
      {dialog === 'withdraw'
        ? 'Withdraw cancellation'
        : subscription.planRemovalAt
          ? 'Keep the plan'
          : 'Withdraw plan change'}
    </Button>
  );
}

/** The upgrade that waits for its payment, and until when. */
function upgradeProperties(upgrade: SubscriptionSnapshot['pendingUpgrade'], names: Record<string, string>) {
  if (!upgrade) return [];
  const { planId, amount, currency, expiresAt } = upgrade;
  return [
    { label: 'Upgrade to', value: <TextLink href={`/plans/${planId}`}>{names[planId] ?? planId}</TextLink> },
    { label: 'Amount due', value: <MoneyText amount={amount} currency={currency} /> },
    { label: 'Due until', value: <TimeText value={expiresAt} /> },
  ];
}

type Overridden = Pick<SubscriptionSnapshot, OverrideField>;

const overrideViews: {
  [Field in OverrideField]: (value: NonNullable<Overridden[Field]>, currency: string) => ReactNode;
} = {
  priceOverride: (amount, currency) => <MoneyText amount={amount} currency={currency} />,
  speedOverride: speedsOf,
  durationOverride: daysText,
};

/** An override in force or pending; null restores the value of the plan. */
function overrideProperty<Field extends OverrideField>(
  field: Field,
  values: Partial<Overridden>,
  currency: string,
  state?: 'pending',
) {
  const value = values[field];
  const label = `${state ? `${state} ` : ''}${overrideNames[field]} override`;
  return {
    label: capitalized(label),
    value: value == null ? "The plan's" : overrideViews[field](value, currency),
  };
}
