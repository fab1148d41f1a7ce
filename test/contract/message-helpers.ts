import { runDueRows } from '../../server/api/run-job.ts';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { sendDueEmails } from '../../server/domain/messaging/email/send-due.ts';
import { createCustomerPages } from '../../server/payer/customer.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import type { startFakeSms } from '../fakes/sms.ts';
import type { startSmtp } from '../fakes/smtp.ts';
import type { useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';
import { callAs, origin, type Staff, signedInPartner } from './portal-helpers.ts';

type Fakes = {
  sms: Awaited<ReturnType<typeof startFakeSms>>;
  smtp: Awaited<ReturnType<typeof startSmtp>>;
};

const portal = createPortalHandler([origin], createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 }));
const unlimited = createLimiter({ name: 'none', perMinute: 0 });
const customers = createCustomerPages({ page: unlimited, failed: unlimited });

/** Answers the portal, its sign-in and the pages of customers, beside `/v1`. */
export const besideMessages: Parameters<typeof useApi>[1] = async (req, res) => {
  if (req.url?.startsWith('/api/auth/')) return void staffAuthHandler(req, res);
  return req.url?.startsWith('/c/') ? customers(req, res) : portal(req, res);
};

let phones = 0;

/** Live partners with accounts at fakes of a gateway for SMS and a mail server. */
export function messageHelpers(api: ReturnType<typeof useApi>, { sms, smtp }: Fakes) {
  const call = (name: string, input: object, as: Staff) => callAs(api, as, { name, type: 'mutation' }, input);
  return {
    call,
    ask: (name: string, input: object, as: Staff) => callAs(api, as, { name, type: 'query' }, input),

    /** A live partner. @param channels those with an account */
    async partner(...channels: ('sms' | 'smtp')[]): Promise<Staff> {
      const made = await signedInPartner(api);
      await api.sql`update provider set livemode = true where id = ${made.providerId}`;
      const user = `isp-${made.providerId}`;
      sms.users.set(user, 'key');
      const accounts = {
        sms: { gateway: 'africastalking', user, apiKey: 'key', sender: 'ISP' },
        smtp: {
          ...{ gateway: 'smtp', host: '127.0.0.1', port: Number(new URL(smtp.url).port) },
          sender: 'bills@isp.example',
        },
      };
      for (const channel of channels) answerOf(await call('messageAccount.save', accounts[channel], made));
      return made;
    },

    /** A subscriber with a phone number that no other has. */
    async subscriber(of: Staff, over: object = {}) {
      const phone = `+25472${String(++phones).padStart(7, '0')}`;
      return dataOf(await of.post('/v1/subscribers', bodies.subscriber({ phone, ...over })));
    },

    /** Runs the due rows of jobs. */
    async runJobs({ providerId }: Staff): Promise<void> {
      while ((await runDueRows({ providerId, budgetMs: 30_000 })).more);
    },

    /** Sends the due messages. */
    send: ({ providerId }: Staff) => sendDueEmails({ providerId, budgetMs: 30_000 }),
  };
}

type Called = Awaited<ReturnType<typeof callAs>>;

/** The answer of a procedure. Fails unless it succeeded. */
export function answerOf({ status, data, text }: Called) {
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return data;
}
