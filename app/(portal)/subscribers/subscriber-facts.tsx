'use client';

import { Anchor, Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { languageLabels } from '@/components/format/language-labels.ts';
import { TimeText } from '@/components/format/time-text.tsx';
import { addressLines } from '@/server/contract/address.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';

/** The facts about a subscriber. */
export function SubscriberFacts({ subscriber }: { subscriber: SubscriberSnapshot }) {
  const { email, phone, externalUserId, hold, deactivatedAt, erasedAt, createdAt, updatedAt } = subscriber;
  const { accountNumber, companyName, taxId, language, contactPreferences } = subscriber;
  return (
    <>
      {erasedAt === null ? (
        <Panel title="Contact">
          <PropertyList
            items={[
              companyName !== null && { label: 'Company', value: <bdi>{companyName}</bdi> },
              taxId !== null && { label: 'Tax number', value: <bdi>{taxId}</bdi> },
              { label: 'Email', value: <Anchor href={`mailto:${email}`}>{email}</Anchor> },
              { label: 'Phone', value: <Anchor href={`tel:${phone}`}>{phone}</Anchor> },
              {
                label: 'Address',
                value: addressLines(subscriber).map((line) => (
                  <div key={line}>
                    <bdi>{line}</bdi>
                  </div>
                )),
              },
              language !== null && { label: 'Language', value: languageLabels[language] },
              !(contactPreferences.email && contactPreferences.sms) && {
                label: 'Does not want',
                value: [!contactPreferences.email && 'emails', !contactPreferences.sms && 'SMS']
                  .filter(Boolean)
                  .join(' and '),
              },
              {
                label: 'External ID',
                value: externalUserId && <CopyId id={externalUserId} what="external id" />,
              },
            ]}
          />
        </Panel>
      ) : (
        <Panel title="Personal data">
          <Text size="sm">
            Erased on <TimeText value={erasedAt} />. Invoices, payments, refunds and charges keep their
            amounts, numbers and dates.
          </Text>
        </Panel>
      )}
      <Panel title="Account">
        <PropertyList
          items={[
            { label: 'Account number', value: <CopyId id={accountNumber} what="account number" /> },
            hold !== null && { label: 'On hold since', value: <TimeText value={hold.since} /> },
            deactivatedAt !== null && { label: 'Ended', value: <TimeText value={deactivatedAt} /> },
            { label: 'Created', value: <TimeText value={createdAt} /> },
            { label: 'Changed', value: <TimeText value={updatedAt} /> },
          ]}
        />
      </Panel>
    </>
  );
}
