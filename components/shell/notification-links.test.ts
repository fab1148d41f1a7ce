import { expect, test } from 'vitest';
import type { Notification } from '@/server/contract/portal/notification.ts';
import { actionOf } from './notification-links.ts';

const common = { id: 'x', version: '1', at: '2026-11-24T08:00:00.000Z', isRead: false };
const integration = { id: 'int_1', name: 'Splynx' };
const job = { id: 'job_1', kind: 'import', stopReason: null } as const;
const webhook = { id: 'whk_1', url: 'https://a.example', disabledReason: null, disablesAt: null } as const;

test.each<[Notification, string, string]>([
  [
    { ...common, kind: 'WEBHOOK_FAILING', webhook: { ...webhook, status: 'ACTIVE' } },
    'Open webhook',
    '/developers/webhooks/whk_1',
  ],
  [
    { ...common, kind: 'INBOUND_EVENTS_FAILED', integration, count: 1 },
    'Retry event',
    '/integrations/int_1?f.status=FAILED',
  ],
  [
    { ...common, kind: 'OUTBOUND_SYNC_BLOCKED', integration, count: 2 },
    'Open outbound sync',
    '/integrations/int_1?tab=setup',
  ],
  [
    { ...common, kind: 'GATEWAY_REFUND_FAILED', paymentId: 'pay_1', amount: 1, currency: 'KES', failure: '' },
    'Retry refund',
    '/payments/pay_1',
  ],
  [
    { ...common, kind: 'MONEY_UNEXPECTED', paymentId: 'pay_1', amount: 5, requested: 6, currency: 'USD' },
    'Open payment',
    '/payments/pay_1',
  ],
  [
    {
      ...common,
      kind: 'MONEY_COUNTED_TWICE',
      paymentId: 'pay_1',
      amount: 5,
      currency: 'KES',
      reference: 'T1',
    },
    'Open payment',
    '/payments/pay_1',
  ],
  [{ ...common, kind: 'EMAILS_FAILED', count: 1, emailId: 'mail_1' }, 'Resend email', '/emails/mail_1'],
  [
    { ...common, kind: 'EMAILS_FAILED', count: 2, emailId: 'mail_1' },
    'Resend emails',
    '/emails?f.status=FAILED&sort=-updatedAt',
  ],
  [{ ...common, kind: 'JOB_ENDED', job, refused: 0 }, 'Open job', '/jobs/job_1'],
  [{ ...common, kind: 'JOB_ENDED', job, refused: 2 }, 'Open refused rows', '/jobs/job_1?outcome=REFUSED'],
])('%o has its action', (notification, label, href) => {
  expect(actionOf(notification)).toEqual({ label, href });
});
