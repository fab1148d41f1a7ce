'use client';

import { Button } from '@mantine/core';
import { IconCalendarEvent, IconCash, IconCheck } from '@tabler/icons-react';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { type Opener, useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import { isPendingCharge } from '@/server/contract/charge-rules.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { isAwaitingVisit } from '@/server/contract/installation-rules.ts';
import { actionsOf, type InstallationAction } from './actions.tsx';
import { InstallationOverview } from './installation-overview.tsx';
import { kindNames, reasonOf } from './labels.ts';
import { installationList } from './list.ts';

const Dialogs = lazyPart(() => import('./installation-dialogs.tsx'), 'InstallationDialogs');
const PayChargeDialog = lazyPart(() => import('../payments/pay-charge-dialog.tsx'), 'PayChargeDialog');

type InstallationPageProps = {
  initial: InstallationSnapshot;
  /** The charge for its fee. */
  initialFee: ChargeSnapshot | null;
  subscriberName: string;
  /** The plan it is on. */
  subscriptionName: string;
  placeName: string;
  address: string | null;
  phone: string | null;
  subscriberAddress: string | null;
};

/** One installation: its state, its appointment, its fee and its actions. */
export function InstallationPage(props: InstallationPageProps) {
  const { initial, initialFee, subscriberName, subscriptionName, placeName, address } = props;
  const { phone, subscriberAddress } = props;
  const { id, subscriberId, chargeId } = initial;
  const { data: installation } = trpc.installation.get.useQuery({ id }, { initialData: initial });
  const { data: fee } = trpc.charge.get.useQuery(
    { subscriberId, chargeId: chargeId ?? '' },
    { enabled: chargeId !== null, initialData: initialFee ?? undefined },
  );
  const dialogs = useDialogs<InstallationAction | 'pay'>();
  const mayWrite = useCan('installations:write');
  const mayPay = useCan('payments:collect') && fee !== undefined && isPendingCharge(fee);
  return (
    <DetailPage
      list={installationList}
      value={installation}
      title={kindNames[installation.kind]}
      status={installation.status}
      reason={reasonOf(installation, fee)}
      context={<TextLink href={`/subscribers/${subscriberId}`}>{subscriberName}</TextLink>}
      primary={
        <>
          {mayPay && (
            <Button leftSection={<IconCash size={16} aria-hidden />} {...dialogs.opens('pay')}>
              Pay fee
            </Button>
          )}
          {mayWrite && isAwaitingVisit(installation) && (
            <NextStep installation={installation} opens={dialogs.opens} />
          )}
        </>
      }
      actions={mayWrite ? actionsOf(installation, dialogs.opens) : []}
      overview={() => (
        <InstallationOverview
          installation={installation}
          fee={fee ?? null}
          subscriberName={subscriberName}
          subscriptionName={subscriptionName}
          placeName={placeName}
          address={address}
          phone={phone}
          subscriberAddress={subscriberAddress}
        />
      )}
      timeline={{
        title: 'Events of the installation, its charge and its payments',
        events: trpc.installation.events,
      }}
    >
      {dialogs.opened === 'pay'
        ? chargeId && <PayChargeDialog chargeId={chargeId} onClose={dialogs.close} />
        : dialogs.opened && (
            <Dialogs installation={installation} action={dialogs.opened} onClose={dialogs.close} />
          )}
    </DetailPage>
  );
}

type NextStepProps = { installation: InstallationSnapshot; opens: (action: InstallationAction) => Opener };

/** The usual next step: an appointment, then the completion. */
function NextStep({ installation, opens }: NextStepProps) {
  return installation.scheduledAt ? (
    <Button leftSection={<IconCheck size={16} aria-hidden />} {...opens('done')}>
      Mark installed
    </Button>
  ) : (
    <Button leftSection={<IconCalendarEvent size={16} aria-hidden />} {...opens('schedule')}>
      Schedule
    </Button>
  );
}
