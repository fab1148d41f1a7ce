'use client';

import { Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconCalendarDue,
  IconCircleCheck,
  IconClockExclamation,
  IconDeviceMobileDollar,
  IconListCheck,
  IconReceiptRefund,
  IconTool,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { RowLink } from '@/components/format/row-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { todayOf } from '@/components/shell/session.ts';
import { useSession } from '@/components/shell/session-context.tsx';
import { addDays } from '@/components/table/day-range.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { Today } from '@/server/contract/portal/today.ts';
import type { TodayKind } from '@/server/contract/portal/today-kinds.ts';
import classes from './home.module.css';
import { countText } from './labels.ts';
import { hrefOfToday } from './links.ts';

/** How often what has no event, such as a failing webhook, is read again, in ms. */
const REFRESH_MS = 60_000;

type Item = Today['items'][number];

const counted = (count: number, one: string, many = `${one}s`) =>
  `${countText(count)} ${count === 1 ? one : many}`;

type Wording = {
  icon: ComponentType<{ size?: number; className?: string; 'aria-hidden'?: boolean }>;
  title: (item: Item) => string;
  at?: string;
};

const texts: Record<TodayKind, Wording> = {
  MONEY_UNMATCHED: {
    icon: IconDeviceMobileDollar,
    title: ({ count }) => `${counted(count, 'receipt')} to assign to a subscriber`,
    at: 'the oldest of',
  },
  REFUNDS_DUE: {
    icon: IconReceiptRefund,
    title: ({ count }) => `${counted(count, 'payment')} to refund or keep as credit`,
    at: 'the oldest of',
  },
  PROMISES_ENDING: {
    icon: IconCalendarDue,
    title: ({ count }) => `${counted(count, 'promise')} to pay ${count === 1 ? 'ends' : 'end'} today`,
    at: 'the first at',
  },
  SUSPENSIONS_DUE: {
    icon: IconClockExclamation,
    title: ({ count }) => `${counted(count, 'subscription')} to be suspended today without payment`,
    at: 'the first at',
  },
  INSTALLATIONS_LATE: {
    icon: IconAlertTriangle,
    title: ({ count }) => `${counted(count, 'installation')} not done on the day of the appointment`,
    at: 'the oldest of',
  },
  INSTALLATIONS_TODAY: {
    icon: IconTool,
    title: ({ count }) => `${counted(count, 'installation')} today`,
    at: 'the first at',
  },
  IMPORTS_UNFINISHED: {
    icon: IconListCheck,
    title: ({ count, only }) =>
      only?.name ? `Finish the import of ${only.name}` : `${counted(count, 'import')} to finish`,
    at: 'from',
  },
  WEBHOOKS_FAILING: {
    icon: IconWebhook,
    title: ({ count }) => `${counted(count, 'webhook')} failing`,
    at: 'since',
  },
  INTEGRATIONS_FAILING: {
    icon: IconArrowsExchange,
    title: ({ count, only }) =>
      only?.name ? `Integration ${only.name} is failing` : `${counted(count, 'integration')} failing`,
  },
};

/** What needs the person who is signed in, each with its list or its page. */
export function TodayList({ initial }: { initial: Today }) {
  const { provider } = useSession();
  const { data } = trpc.home.today.useQuery({}, { initialData: initial, refetchInterval: REFRESH_MS });
  const tomorrow = addDays(todayOf(provider).day, 1);
  return (
    <Panel title="Today" flush>
      {data.items.length === 0 ? (
        <Text c="dimmed" className={classes.nothing}>
          <IconCircleCheck size={18} aria-hidden /> Nothing needs you now.
        </Text>
      ) : (
        <ul className={classes.today}>
          {data.items.map((item) => {
            const { icon: Icon, title } = texts[item.kind];
            return (
              <li key={item.kind}>
                <Icon size={18} aria-hidden className={classes.todayIcon} />
                <RowLink href={hrefOfToday(item, tomorrow)}>{title(item)}</RowLink>
                <span className={classes.todayAside}>
                  <Aside item={item} />
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}

/** The money, the people and the time of an item. */
function Aside({ item: { kind, amounts, at, unassigned } }: { item: Item }) {
  const parts: [key: string, part: ReactNode][] = amounts.map(({ amount, currency }) => [
    currency,
    <MoneyText key={currency} amount={amount} currency={currency} />,
  ]);
  if (unassigned > 0) parts.push(['unassigned', `${countText(unassigned)} without a technician`]);
  const { at: relation } = texts[kind];
  if (at && relation) {
    parts.push([
      'at',
      <span key="at">
        {relation} <TimeText value={at} detail={relation === 'the first at' ? 'minute' : 'day'} />
      </span>,
    ]);
  }
  return parts.map(([key, part], index) => (
    <span key={key}>
      {index > 0 && ' · '}
      {part}
    </span>
  ));
}
