'use client';

import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { MoneyText } from '@/components/format/money-text.tsx';
import type { EventType } from '@/server/contract/event-catalogue.ts';
import type { ClockAdvanceProgress } from '@/server/contract/portal/test-clock.ts';
import classes from './clock.module.css';

/** The figures of the summary: what a person calls events of a type. Types without events are left out. */
const figures: { type: EventType; one: string; many: string }[] = [
  { type: 'billing.cycle_ending', one: 'renewal came up', many: 'renewals came up' },
  { type: 'billing.cycle_started', one: 'subscription renewed', many: 'subscriptions renewed' },
  { type: 'payment.received', one: 'payment received', many: 'payments received' },
  { type: 'billing.overdue', one: 'renewal overdue', many: 'renewals overdue' },
  { type: 'billing.suspended', one: 'service suspended', many: 'services suspended' },
  { type: 'payment.expired', one: 'open payment expired', many: 'open payments expired' },
  { type: 'subscription.plan_change_applied', one: 'plan changed', many: 'plans changed' },
  {
    type: 'subscription.deactivated',
    one: 'subscription out of service',
    many: 'subscriptions out of service',
  },
];

type AdvanceSummaryProps = {
  progress: ClockAdvanceProgress;
  /** Shows the events of a type. */
  onShow: (type: EventType) => void;
};

/** What an advance did, in figures, each with its events. */
export function AdvanceSummary({ progress: { events, received, invoiced }, onShow }: AdvanceSummaryProps) {
  const counts = new Map(events.map(({ type, count }) => [type, count]));
  const shown = figures.flatMap(({ type, one, many }) => {
    const count = counts.get(type) ?? 0;
    return count > 0 ? [{ type, count, text: count === 1 ? one : many }] : [];
  });
  if (events.length === 0) return null;
  return (
    <ul className={classes.summary} aria-label="Summary">
      {shown.map(({ type, count, text }) => (
        <li key={type}>
          <UnstyledButton className={classes.figure} onClick={() => onShow(type)}>
            <strong className="tabular">{count.toLocaleString('en')}</strong> {text}
          </UnstyledButton>
        </li>
      ))}
      {invoiced.count > 0 && (
        <Money
          label={`${invoiced.count.toLocaleString('en')} ${invoiced.count === 1 ? 'invoice' : 'invoices'} issued`}
        >
          {amounts(invoiced.amounts)}
        </Money>
      )}
      {received.length > 0 && <Money label="received">{amounts(received)}</Money>}
    </ul>
  );
}

function Money({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li>
      <Text component="span" className={classes.figure}>
        <strong className="tabular">{children}</strong> {label}
      </Text>
    </li>
  );
}

function amounts(all: { amount: number; currency: string }[]) {
  return all.map(({ amount, currency }, index) => (
    <span key={currency}>
      {index > 0 && ' + '}
      <MoneyText amount={amount} currency={currency} />
    </span>
  ));
}
