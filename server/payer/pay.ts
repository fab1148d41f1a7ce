import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayName } from '../contract/enums.ts';
import { Refusal } from '../contract/errors.ts';
import { toMajor } from '../contract/money.ts';
import { formatMoney } from '../contract/texts/format-money.ts';
import { chooseWayToPay } from '../domain/payment/begin-payment.ts';
import { CHECKOUT_PATH, type Visit, visitCheckout } from '../domain/payment/checkout.ts';
import { confirmSession } from '../domain/payment/confirm-session.ts';
import { type Notice, sendPage } from '../http/page.ts';
import { readBody } from '../http/read-body.ts';
import { log } from '../log.ts';
import { customerPageOf } from './customer.ts';
import { failedStatus, type Limit, type LinkLimits, mayPass, refuseUnknown } from './refuse-unknown.ts';

/** Seconds after which a page that waits for a gateway event reloads. */
const RELOAD_SECONDS = 4;

const PATH = new RegExp(`^${CHECKOUT_PATH}([0-9a-z]{1,64})(/thanks|/back|/go)?$`);

/** The longest form, in bytes. */
const MAX_FORM_BYTES = 4 * 1024;

const notFound: Notice = {
  status: 404,
  tone: 'calm',
  title: 'This link is not valid',
  text: 'Check that you copied the whole link, or ask your provider for a new one.',
};

const broken: Notice = {
  status: 500,
  tone: 'bad',
  title: 'Something went wrong on our side',
  text: 'You were not charged. Please try again in a moment.',
};

/** The page of a link that cannot be paid now, by the state of its payment. */
const notices: Record<Exclude<Visit['state'], 'ready'>, Notice> = {
  choose: {
    status: 200,
    tone: 'calm',
    title: 'How do you want to pay?',
    text: 'Choose one way. The payment is confirmed here.',
  },
  paid: {
    status: 200,
    tone: 'good',
    title: 'This is paid',
    text: 'We have received your payment. You do not need to do anything else.',
  },
  prompted: {
    status: 200,
    tone: 'calm',
    title: 'Check your phone',
    text: '',
    refresh: RELOAD_SECONDS,
  },
  processing: {
    status: 200,
    tone: 'calm',
    title: 'Your payment is being processed',
    text: 'Your bank has not confirmed it yet. You do not need to do anything else.',
  },
  failed: {
    status: 200,
    tone: 'bad',
    title: 'The payment failed',
    text: 'You were not charged. Please ask for a new link, or pay in another way.',
  },
  expired: {
    status: 200,
    tone: 'calm',
    title: 'This link is no longer valid',
    text: 'It has expired, or another payment replaced it. If you still have something to pay, ask for a new link.',
  },
  late: {
    status: 200,
    tone: 'calm',
    title: 'Your payment came late',
    text: 'It arrived after this link had expired. Your provider has the money, and returns it or keeps it as credit for you.',
  },
  refused: {
    status: 502,
    tone: 'bad',
    title: 'This cannot be paid online',
    text: 'The payment service does not accept this payment. Please pay in another way.',
  },
  down: {
    status: 502,
    tone: 'bad',
    title: 'The payment service is not responding',
    text: 'You were not charged. Please try again in a moment, with the same link.',
  },
};

const cancelled: Notice = {
  status: 200,
  tone: 'calm',
  title: 'You were not charged',
  text: 'You left before you paid. The link works until it is paid or expires.',
};

const unconfirmed: Notice = {
  status: 200,
  tone: 'calm',
  title: 'Thank you',
  text: 'We are waiting for the payment to be confirmed. This page updates automatically.',
  refresh: RELOAD_SECONDS,
};

const thanks: Notice = { ...notices.paid, title: 'Thank you, we have received your payment' };

/**
 * Answers the link of a payer: redirects to the checkout session of the gateway, or sends a page with the reason why the link cannot be paid. The
 * gateway sends payers back to `/thanks` and `/back`. 429 after too many requests of one link, or unknown links from one address. Never throws. Contract: Rate limits.
 */
export async function answerPayer(
  req: IncomingMessage,
  res: ServerResponse,
  { page, failed }: LinkLimits,
): Promise<void> {
  const headOnly = req.method === 'HEAD';
  const [path = ''] = (req.url ?? '').split('?', 1);
  const [, token = '', end] = PATH.exec(path) ?? [];
  if (token && !(await mayPass(page, token, res))) return;
  if (req.method === 'POST') return takeChoice(req, res, { token, end, failed });
  if (req.method !== 'GET' && !headOnly) {
    res.writeHead(405, { allow: 'GET, HEAD, POST' }).end();
    return;
  }
  try {
    const leads = end === undefined || end === '/go';
    const options = { mayCreateSession: leads && !headOnly, isChosen: end !== undefined };
    let visit = token ? await visitCheckout(token, options) : null;
    if (!visit) return await refuseUnknown(req, res, failed, () => sendPage(res, notFound, headOnly));
    if (end === '/thanks' && !headOnly && visit.state === 'ready' && (await confirmSession(token))) {
      visit = (await visitCheckout(token, options)) ?? visit;
    }
    if (leads && visit.sessionUrl) redirect(res, visit.sessionUrl);
    else {
      const notice = noticeFor(visit, end, `${CHECKOUT_PATH}${token}`);
      sendPage(res, { ...notice, ...summaryOf(visit), back: customerPageOf(req) }, headOnly);
    }
    if (visit.cause)
      log.error({ err: visit.cause, reference: visit.reference }, 'the gateway has no checkout session');
  } catch (error) {
    log.error({ err: error }, 'the page of a payer failed');
    const status = failedStatus(error, res);
    sendPage(res, { ...broken, status, action: { label: 'Try again', href: path } }, headOnly);
  }
}

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  res.end();
}

/** Takes the payer's choice of another way to pay, and leads to its page. Never throws. */
async function takeChoice(
  req: IncomingMessage,
  res: ServerResponse,
  { token, end, failed }: { token: string; end: string | undefined; failed: Limit },
): Promise<void> {
  const back = { label: 'Back', href: `${CHECKOUT_PATH}${token}` };
  try {
    const form = new URLSearchParams((await readBody(req, MAX_FORM_BYTES)).toString());
    const chosen = { rail: form.get('rail') ?? '', phone: (form.get('phone') ?? '').trim() };
    const begun = token && !end ? await chooseWayToPay(token, chosen, randomUUID()) : null;
    if (!begun) return await refuseUnknown(req, res, failed, () => sendPage(res, notFound));
    if (typeof begun === 'string')
      return sendPage(res, { ...refusedChoice(choiceFaults[begun]), action: back });
    redirect(res, `${new URL(begun.checkoutUrl).pathname}/go`);
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) {
      const [reason] = error.body.rejectionReasons;
      return sendPage(res, { ...refusedChoice(reason?.message ?? error.body.error), action: back });
    }
    log.error({ err: error }, 'the choice of a payer failed');
    sendPage(res, { ...broken, status: failedStatus(error, res), action: back });
  }
}

const choiceFaults = {
  'too many': 'You have tried too often. Please try again in an hour.',
  'nothing to choose': 'This way to pay is not available.',
};

const refusedChoice = (text: string): Notice => ({
  status: 400,
  tone: 'bad',
  title: 'This did not work',
  text,
});

/** The ways that a payer can choose, as forms; that of the payment itself is the link. */
function choices({ rail, other, ownPhoneEnd, state }: Visit, link: string): Pick<Notice, 'action' | 'forms'> {
  const own = other?.ways.find((way) => way.rail === rail && way.begins === 'hosted');
  const forms = (other?.ways ?? [])
    .filter((way) => state === 'failed' || way !== own)
    .map((way) => ({
      action: link,
      label: payerLabels[way.rail] ?? way.label,
      hidden: { rail: way.rail },
      ...(way.begins === 'prompt' && {
        field: {
          ...{ name: 'phone', label: 'Your M-Pesa number' },
          hint: `Leave it empty for the number that ends in ${ownPhoneEnd}.`,
        },
      }),
    }));
  const action = state === 'choose' && own && { label: payerLabels[rail] ?? own.label, href: `${link}/go` };
  return { ...(action && { action }), ...(forms.length > 0 && { forms }) };
}

/** What the payer does on each rail. */
const payerLabels: Partial<Record<string, string>> = {
  stripe: 'Pay by card',
  paystack: 'Pay with Paystack',
  mpesa: 'Send a prompt to my phone',
} satisfies Record<GatewayName, string>;

function noticeFor(visit: Visit, end: string | undefined, link: string): Notice {
  if (visit.state === 'ready') {
    return end === '/thanks' ? unconfirmed : { ...cancelled, action: { label: 'Pay now', href: link } };
  }
  if (visit.state === 'down') return { ...notices.down, action: { label: 'Try again', href: link } };
  if (visit.state === 'prompted') return { ...notices.prompted, text: promptText(visit) };
  if (visit.state === 'choose') return { ...notices.choose, ...choices(visit, link) };
  if (visit.state === 'failed') {
    const { failed } = notices;
    const text = visit.outcome ? `You were not charged. ${visit.outcome}` : failed.text;
    return { ...failed, text, ...choices(visit, link) };
  }
  if (visit.state === 'paid' && end === '/thanks') return thanks;
  return notices[visit.state];
}

function promptText({ phoneEnd }: Visit): string {
  return `A prompt on the phone that ends in ${phoneEnd} asks for the M-Pesa PIN. This page updates automatically.`;
}

function summaryOf(visit: Visit): Pick<Notice, 'from' | 'details' | 'payTo'> {
  const { providerName, description, reference, amount, currency, accountNumber, other } = visit;
  const payTo = other?.payTo;
  return {
    from: providerName,
    details: [
      ['For', description],
      ['Reference', reference],
      ['Amount', formatMoney(toMajor(amount, currency), currency)],
    ],
    ...(payTo && {
      payTo: {
        title: payTo.isTill ? 'Or pay to the till' : 'Or pay to the paybill',
        text: `In M-Pesa, choose ${payTo.isTill ? 'Buy Goods' : 'Pay Bill'} and enter:`,
        details: [
          [payTo.isTill ? 'Till' : 'Paybill', payTo.number],
          ...(payTo.isTill ? [] : ([['Account number', accountNumber]] as const)),
          ['Amount', String(toMajor(amount, currency))],
        ],
      },
    }),
  };
}
