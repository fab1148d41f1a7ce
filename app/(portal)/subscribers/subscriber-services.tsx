'use client';

import { Button, Progress, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { ActionsMenu } from '@/components/detail/actions-menu.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { SentenceText } from '@/components/format/sentence-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog, useDialogs } from '@/components/shell/use-dialog.ts';
import { durationText } from '@/server/contract/duration.ts';
import type { ServiceOverview, SubscriberOverview } from '@/server/contract/portal/subscriber-overview.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { isInService } from '@/server/contract/subscription-rules.ts';
import { bytesOf } from '@/server/contract/texts/bytes.ts';
import { endMeaning } from '@/server/contract/texts/end-reason.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { actionsOf } from '../subscriptions/subscription-actions.tsx';
import type { DialogKey } from '../subscriptions/subscription-dialogs.tsx';
import classes from './subscriber-services.module.css';

const PayDialog = lazyPart(() => import('../payments/pay-dialog.tsx'), 'PayDialog');

const Dialogs = lazyPart(() => import('../subscriptions/subscription-dialogs.tsx'), 'SubscriptionDialogs');

type SubscriberServicesProps = {
  overview: SubscriberOverview;
  subscriptions: SubscriptionSnapshot[];
  /** Names of the subscriber and the plans, by id. */
  names: Record<string, string>;
  /** Whether the subscriber is on hold: nothing is in service then. */
  isHeld: boolean;
};

/** Why each service of a subscriber is on or off, when it ends, and what brings it back. */
export function SubscriberServices({ overview: { services, debts, now }, ...page }: SubscriberServicesProps) {
  return services.map((service) => (
    <Service
      key={service.subscriptionId}
      service={service}
      isOwed={debts.some(({ subscriptionId, isOwed }) => isOwed && subscriptionId === service.subscriptionId)}
      now={now}
      subscription={page.subscriptions.find(({ id }) => id === service.subscriptionId)}
      {...page}
    />
  ));
}

type ServiceProps = Omit<SubscriberServicesProps, 'overview'> & {
  service: ServiceOverview;
  /** Whether what restores the service is among what is owed, where its payment is recorded. */
  isOwed: boolean;
  now: string;
  /** Absent for a service that the page has not read as a subscription. */
  subscription: SubscriptionSnapshot | undefined;
};

function Service({ service, isOwed, now, subscription, names, isHeld }: ServiceProps) {
  const { subscriptionId, status, planName, externalReference, sentences, renewal } = service;
  const { paidUntil, nextPaidUntil, restoration, speed } = service;
  const paying = useDialog();
  const mayPay = useCan('payments:collect');
  const mayWrite = useCan('subscriptions:write');
  const dialogs = useDialogs<DialogKey>();
  const isOff = isHeld && isInService(status);
  const title = externalReference ? `${planName} (${externalReference})` : planName;
  const price = restoration && formatMoney(restoration.total.amount, restoration.total.currency);
  const action = restoration?.kind === 'FIRST' ? `Start for ${price}` : `Reactivate for ${price}`;
  return (
    <Panel
      title={title}
      href={`/subscriptions/${subscriptionId}`}
      actions={
        <>
          {mayPay && restoration && !isOwed && (
            <Button
              size="compact-md"
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              {...paying.opener}
            >
              {action}
            </Button>
          )}
          {mayWrite && subscription && (
            <ActionsMenu
              compact
              label={`Actions of ${title}`}
              actions={actionsOf(subscription, dialogs.opens)}
            />
          )}
        </>
      }
    >
      <ul className={classes.sentences}>
        {sentences.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no other identity
          <li key={index}>
            <SentenceText sentence={sentence} />
          </li>
        ))}
      </ul>
      <PropertyList
        items={[
          {
            label: 'Service',
            value: isOff ? (
              <StatusBadge status={status} label="On hold" tone="yellow" />
            ) : (
              <StatusBadge status={status} />
            ),
          },
          { label: 'Paid until', value: paidUntil && <TimeText value={paidUntil} /> },
          nextPaidUntil !== null && {
            label: 'Next cycle paid until',
            value: <TimeText value={nextPaidUntil} />,
          },
          {
            label: 'Next renewal',
            value: renewal && (
              <>
                <MoneyText amount={renewal.total.amount} currency={renewal.total.currency} /> on{' '}
                <TimeText value={renewal.at} detail="day" />
              </>
            ),
          },
          { label: 'Network', value: <Online service={service} now={now} /> },
          { label: 'Speed', value: `${speed.downloadSpeedMbps} / ${speed.uploadSpeedMbps} Mbps` },
          { label: 'Data in this cycle', value: <Usage usage={service.usage} /> },
        ]}
      />
      {dialogs.opened && subscription && (
        <Dialogs subscription={subscription} names={names} dialog={dialogs.opened} onClose={dialogs.close} />
      )}
      {paying.isOpen && <PayDialog subscriptionId={subscriptionId} title={action} onClose={paying.close} />}
    </Panel>
  );
}

function Online({ service: { session, lastSession }, now }: { service: ServiceOverview; now: string }) {
  const since = (at: string) => durationText(Math.max(0, Date.parse(now) - Date.parse(at)));
  return (
    <>
      {session ? (
        <TextLink href={`/network/${session.id}`}>
          Online for {since(session.startedAt)}
          {session.ipAddress && ` at ${session.ipAddress}`}
        </TextLink>
      ) : (
        'Offline'
      )}
      {lastSession && (
        <Text size="sm" c="dimmed" component="div">
          Last disconnect <TimeText value={lastSession.endedAt} />: {endMeaning(lastSession.reason)}
        </Text>
      )}
    </>
  );
}

function Usage({ usage: { octets, capOctets, throttledAt } }: Pick<ServiceOverview, 'usage'>) {
  if (capOctets === null) return `${bytesOf(octets)}, no cap`;
  const share = Math.min(100, (octets / capOctets) * 100);
  return (
    <>
      {bytesOf(octets)} of {bytesOf(capOctets)}
      <Progress
        mt={4}
        value={share}
        color={share >= 100 ? 'red' : share >= 80 ? 'yellow' : undefined}
        aria-label="Used share of the data cap"
      />
      {throttledAt && (
        <Text size="sm" component="div">
          Throttled since <TimeText value={throttledAt} />
        </Text>
      )}
    </>
  );
}
