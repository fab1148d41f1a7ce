'use client';

import { Alert, List } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { MoneyText } from '@/components/format/money-text.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { PAUSE_MS } from '@/components/trpc/use-dry-run.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import type { PriceImpact as Impact } from '@/server/contract/portal/plan-prices.ts';

type PriceImpactProps = { plan: PlanSnapshot; priceAmount: number | '' };

/** Whom another price of the plan concerns and from when, while it is typed. */
export function PriceImpact({ plan: { id, priceAmount: present }, priceAmount }: PriceImpactProps) {
  const [price] = useDebouncedValue(priceAmount, PAUSE_MS);
  const isOther = price !== '' && price !== present;
  const { data } = trpc.plan.priceImpact.useQuery(
    { id, priceAmount: price === '' ? present : price },
    { enabled: isOther, placeholderData: keepPreviousData, retry: false },
  );
  return (
    <Alert variant="light" color="blue" icon={<IconInfoCircle size={18} aria-hidden />}>
      {isOther && data ? (
        <List size="sm" spacing={4} aria-label="What the price concerns">
          {linesOf(data).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
            <List.Item key={index}>{line}</List.Item>
          ))}
        </List>
      ) : (
        'Running cycles keep their terms. A new price or speed applies from the next cycle of each subscription.'
      )}
    </Alert>
  );
}

function linesOf(impact: Impact) {
  const { renewing, firstAt, lastAt, issued, mrrBefore, mrrAfter, currency, pending, inactive, ownPrice } =
    impact;
  const first = firstAt && <TimeText value={firstAt} detail="day" />;
  const last = lastAt && <TimeText value={lastAt} detail="day" />;
  return [
    renewing === 0 ? (
      'No subscription in service gets the new price.'
    ) : (
      <>
        {counted(renewing)} in service {renewing === 1 ? 'gets' : 'get'} the new price with the next renewal,{' '}
        {renewing === 1 ? (
          <>on {first}</>
        ) : (
          <>
            from {first} to {last}
          </>
        )}
        .
      </>
    ),
    issued > 0 &&
      `${issued === renewing ? 'All of them have' : `${issued.toLocaleString('en')} of them ${issued === 1 ? 'has' : 'have'}`} a renewal that is issued at the present price, and the new price one cycle later.`,
    renewing > 0 && (
      <>
        {renewing === 1 ? 'Its' : 'Their'} MRR changes from{' '}
        <MoneyText amount={mrrBefore} currency={currency} /> to{' '}
        <MoneyText amount={mrrAfter} currency={currency} />.
      </>
    ),
    pending > 0 &&
      `${counted(pending)} ${pending === 1 ? 'waits' : 'wait'} for the first payment, at the new price at once.`,
    inactive > 0 &&
      `${counted(inactive)} out of service ${inactive === 1 ? 'returns' : 'return'} at the new price.`,
    ownPrice > 0 &&
      `${counted(ownPrice)} ${ownPrice === 1 ? 'has a price of its own' : 'have prices of their own'} and keep${ownPrice === 1 ? 's' : ''} it.`,
  ].filter(Boolean);
}

function counted(n: number): string {
  return `${n.toLocaleString('en')} ${n === 1 ? 'subscription' : 'subscriptions'}`;
}
