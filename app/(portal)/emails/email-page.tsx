'use client';

import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan, useSession } from '@/components/shell/session-context.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { EmailSnapshot, RenderedEmail } from '@/server/contract/portal/email.ts';
import { isResendableEmail, whyHeld } from '@/server/contract/portal/email-rules.ts';
import { EmailPreview } from './email-preview.tsx';
import { channelLabels, emailKindLabels, emailStatusLabels, sendVerbOf } from './labels.ts';
import { emailList } from './list.ts';

const ResendDialog = lazyPart(() => import('./resend-dialog.tsx'), 'ResendDialog');

/** The page of the resource of an email. A billing cycle has no page. */
const pathByKind: Record<EmailSnapshot['kind'], string | null> = {
  INVOICE: '/invoices',
  RECEIPT: '/payments',
  REFUND: '/refunds',
  PROMPT: '/payments',
  CREDIT_NOTE: '/invoices',
  PAGE_LINK: '/subscribers',
  REMINDER: null,
  LAST_WARNING: null,
  RESTORED: null,
  NOTICE: null,
  OVERDUE: null,
  SUSPENSION: null,
  WEBHOOK_FAILING: '/developers/webhooks',
  WEBHOOK_DISABLED: '/developers/webhooks',
  NOTIFICATIONS: null,
  INVITATION: null,
  PASSWORD_RESET: null,
  EMAIL_CONFIRMATION: null,
  EMAIL_CHANGE_REQUESTED: null,
  EMAIL_CHANGED: null,
};

/** The reader of an email that is not to a subscriber. */
const audienceOf = (kind: EmailSnapshot['kind']) =>
  kind.startsWith('WEBHOOK_') ? 'To an owner of the organisation' : 'To a person of the team';

type EmailPageProps = {
  initial: EmailSnapshot;
  rendered: RenderedEmail;
  subscriberName: string | null;
  /** The name of the resource that it is about; undefined for one without a name. */
  factName: string | undefined;
};

/** One email as its reader sees it, with its delivery. */
export function EmailPage({ initial, rendered, subscriberName, factName }: EmailPageProps) {
  const { id } = initial;
  const { data: email } = trpc.email.get.useQuery({ id }, { initialData: initial });
  const resending = useDialog();
  const { livemode, isDemo } = useSession().provider;
  const mayResend = useCan('emails:write') && (livemode || isDemo) && isResendableEmail(email);
  return (
    <DetailPage
      list={emailList}
      value={email}
      title={emailKindLabels[email.kind]}
      status={email.status}
      statusLabel={emailStatusLabels[email.status]}
      reason={email.status === 'HELD' ? (email.error ?? whyHeld(email, livemode)) : email.error}
      context={
        email.subscriberId ? (
          <TextLink href={`/subscribers/${email.subscriberId}`}>{subscriberName}</TextLink>
        ) : (
          audienceOf(email.kind)
        )
      }
      primary={
        mayResend && (
          <Button leftSection={<IconSend size={16} aria-hidden />} {...resending.opener}>
            {sendVerbOf(email)} {email.channel === 'SMS' ? 'SMS' : 'email'}
          </Button>
        )
      }
      overview={() => (
        <DetailColumns
          main={<EmailPreview email={rendered} />}
          side={<EmailProperties email={email} rendered={rendered} factName={factName} />}
        />
      )}
      timeline={null}
    >
      {resending.isOpen && <ResendDialog email={email} onClose={resending.close} />}
    </DetailPage>
  );
}

type EmailPropertiesProps = Pick<EmailPageProps, 'rendered' | 'factName'> & { email: EmailSnapshot };

function EmailProperties({ email, rendered, factName }: EmailPropertiesProps) {
  const page = email.factId.startsWith('ann_') ? '/announcements' : pathByKind[email.kind];
  return (
    <Panel title="Delivery">
      <PropertyList
        items={[
          rendered.subject !== '' && { label: 'Subject', value: rendered.subject, wide: true },
          { label: 'From', value: rendered.from, wide: true },
          { label: 'To', value: email.to, wide: true },
          email.channel === 'EMAIL' && { label: 'Reply to', value: rendered.replyTo, wide: true },
          email.channel === 'EMAIL' && {
            label: 'Attachments',
            value: rendered.attachments.join(', '),
            wide: true,
          },
          {
            label: 'About',
            wide: true,
            value: page ? (
              <TextLink href={`${page}/${email.factId}`}>{factName ?? 'Show'}</TextLink>
            ) : (
              (factName ?? <CopyId id={email.factId} />)
            ),
          },
          { label: 'Channel', value: channelLabels[email.channel] },
          email.parts !== null && { label: 'Parts', value: email.parts },
          { label: 'Queued', value: <TimeText value={email.createdAt} /> },
          { label: 'Sent', value: email.sentAt && <TimeText value={email.sentAt} /> },
          email.deliveredAt !== null && { label: 'Delivered', value: <TimeText value={email.deliveredAt} /> },
          { label: 'Attempts', value: email.attempts },
          email.nextAttemptAt !== null && {
            label: 'Next attempt',
            value: <TimeText value={email.nextAttemptAt} detail="second" />,
          },
          { label: 'Last error', value: email.error, wide: true },
        ]}
      />
    </Panel>
  );
}
