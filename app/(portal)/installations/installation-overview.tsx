'use client';

import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { isOpenInstallation } from '@/server/contract/installation-rules.ts';
import { RelatedPayments } from '../payments/related-payments.tsx';
import { kindNames } from './labels.ts';

type InstallationOverviewProps = {
  installation: InstallationSnapshot;
  fee: ChargeSnapshot | null;
  subscriberName: string;
  subscriptionName: string;
  placeName: string;
  address: string | null;
  /** The phone number and the address of the subscriber; null after an erasure. */
  phone: string | null;
  subscriberAddress: string | null;
};

/** The appointment, the technician, the fee and the related resources. */
export function InstallationOverview(props: InstallationOverviewProps) {
  const { installation, fee, subscriberName, subscriptionName, placeName, address } = props;
  const { phone, subscriberAddress } = props;
  const { kind, scheduledAt, windowEndsAt, startedAt, installedAt, technician, notes, chargeId } =
    installation;
  const { serialNumber, macAddress } = installation;
  const { subscriberId, subscriptionId, demarcationPointId, feeAmount, currency, free } = installation;
  return (
    <DetailColumns
      mainFirst
      main={
        <>
          <Panel title="Appointment">
            <PropertyList
              items={[
                { label: 'When', value: scheduledAt ? <TimeText value={scheduledAt} /> : 'Not scheduled' },
                { label: 'Technician', value: technician },
                isOpenInstallation(installation) && {
                  label: 'Deadline',
                  value: <TimeText value={windowEndsAt} />,
                },
                startedAt !== null && { label: 'Begun', value: <TimeText value={startedAt} /> },
                installedAt !== null && { label: 'Installed', value: <TimeText value={installedAt} /> },
                {
                  label: 'Router’s serial number',
                  value: serialNumber && <CopyId id={serialNumber} what="serial number" />,
                },
                {
                  label: 'Router’s MAC address',
                  value: macAddress && <CopyId id={macAddress} what="MAC address" />,
                },
                { label: 'Notes', value: notes && <Prose>{notes}</Prose>, wide: true },
              ]}
            />
          </Panel>
          <Panel title="Fee">
            <PropertyList
              items={[
                { label: 'Amount', value: <MoneyText amount={feeAmount} currency={currency} /> },
                {
                  label: 'Terms',
                  value: free ? (feeAmount === 0 ? 'Free' : 'Waived') : 'Paid in advance',
                },
                fee !== null && {
                  label: 'Charge',
                  value: (
                    <>
                      <TextLink href={`/charges/${fee.id}`}>{fee.description}</TextLink>{' '}
                      <StatusBadge status={fee.status} reason={fee.reason} />
                    </>
                  ),
                },
                fee !== null &&
                  fee.expiresAt !== null && { label: 'Pay by', value: <TimeText value={fee.expiresAt} /> },
              ]}
            />
          </Panel>
          {chargeId && (
            <RelatedPayments title="Payments of the fee" filters={{ chargeId }} empty="No payments yet." />
          )}
        </>
      }
      side={
        <Panel title="Details">
          <PropertyList
            items={[
              { label: 'Kind', value: kindNames[kind] },
              {
                label: 'Subscriber',
                value: <TextLink href={`/subscribers/${subscriberId}`}>{subscriberName}</TextLink>,
              },
              {
                label: 'Phone',
                value: phone && <Anchor href={`tel:${phone}`}>{phone}</Anchor>,
              },
              {
                label: 'Subscription',
                value: <TextLink href={`/subscriptions/${subscriptionId}`}>{subscriptionName}</TextLink>,
              },
              {
                label: 'Place',
                value: <TextLink href={`/demarcation-points/${demarcationPointId}`}>{placeName}</TextLink>,
              },
              { label: 'Address', value: address ?? subscriberAddress },
              address !== null &&
                subscriberAddress !== null &&
                subscriberAddress !== address && { label: 'Subscriber’s address', value: subscriberAddress },
              { label: 'Created', value: <TimeText value={installation.createdAt} /> },
              { label: 'Changed', value: <TimeText value={installation.updatedAt} /> },
            ]}
          />
        </Panel>
      }
    />
  );
}

/** Text with its line breaks. */
function Prose({ children }: { children: ReactNode }) {
  return <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{children}</span>;
}
