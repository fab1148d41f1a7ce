'use client';

import { Anchor, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { DetailTabs } from '@/components/detail/detail-tabs.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useCan, useSession } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { MailSnapshot, RenderedMail } from '@/server/contract/mail.ts';
import { MailLetter } from './mail-letter.tsx';
import { mailKindNames, mailStatusNames } from './words.ts';

const ResendDialog = dynamic(() => import('./resend-dialog.tsx').then((module) => module.ResendDialog), {
  ssr: false,
});

/** Where the thing a mail tells of is shown; a billing cycle has no page of its own. */
const pageOfFact: Record<MailSnapshot['kind'], string | null> = {
  INVOICE: '/invoices',
  RECEIPT: '/payments',
  OVERDUE: null,
  SUSPENSION: null,
  WEBHOOK_FAILING: '/developers/webhooks',
  WEBHOOK_DISABLED: '/developers/webhooks',
};

type MailPageProps = { initial: MailSnapshot; letter: RenderedMail; subscriberName: string | null };

/** One mail as its reader sees it, with what became of it. */
export function MailPage({ initial, letter, subscriberName }: MailPageProps) {
  const { id } = initial;
  const { data: mail } = trpc.mail.get.useQuery({ id }, { initialData: initial });
  const [isResending, setResending] = useState(false);
  const { livemode } = useSession().provider;
  const mayResend = useCan('mails:write') && livemode && mail.status !== 'QUEUED';
  return (
    <>
      <DetailHeader
        title={mailKindNames[mail.kind]}
        id={id}
        parent={{ label: 'Mails', href: '/mails' }}
        status={mail.status}
        statusLabel={mailStatusNames[mail.status]}
        reason={mail.error}
        context={
          mail.subscriberId ? (
            <Anchor component={Link} href={`/subscribers/${mail.subscriberId}`} prefetch={false}>
              {subscriberName}
            </Anchor>
          ) : (
            'To an owner of the account'
          )
        }
        primary={
          mayResend && (
            <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setResending(true)}>
              {mail.status === 'SENT' ? 'Send again' : 'Send'}
            </Button>
          )
        }
      />
      <DetailTabs
        noun="mail"
        value={mail}
        tabs={[
          {
            key: 'mail',
            label: 'Mail',
            render: () => (
              <DetailColumns
                main={<MailLetter letter={letter} />}
                side={<MailFacts mail={mail} letter={letter} />}
              />
            ),
          },
        ]}
        timeline={null}
      />
      {isResending && <ResendDialog mail={mail} onClose={() => setResending(false)} />}
    </>
  );
}

function MailFacts({ mail, letter }: { mail: MailSnapshot; letter: RenderedMail }) {
  const page = pageOfFact[mail.kind];
  return (
    <Panel title="Delivery">
      <PropertyList
        items={[
          { label: 'Subject', value: letter.subject, wide: true },
          { label: 'From', value: letter.from, wide: true },
          { label: 'To', value: mail.to, wide: true },
          { label: 'Answers go to', value: letter.replyTo, wide: true },
          { label: 'Attached', value: letter.attachments.join(', '), wide: true },
          {
            label: 'Tells of',
            wide: true,
            value: page ? (
              <Anchor component={Link} href={`${page}/${mail.factId}`} prefetch={false} className="mono">
                {mail.factId}
              </Anchor>
            ) : (
              <span className="mono">{mail.factId}</span>
            ),
          },
          { label: 'Queued', value: <TimeText value={mail.createdAt} /> },
          { label: 'Sent', value: mail.sentAt && <TimeText value={mail.sentAt} /> },
          { label: 'Attempts', value: mail.attempts },
          mail.status === 'QUEUED' && {
            label: 'Next attempt',
            value: mail.nextAttemptAt && <TimeText value={mail.nextAttemptAt} detail="second" />,
          },
          { label: 'Last error', value: mail.error, wide: true },
        ]}
      />
    </Panel>
  );
}
