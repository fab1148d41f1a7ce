import type { IncomingMessage, ServerResponse } from 'node:http';
import { CHECKOUT_PATH, type Visit, visitCheckout } from '../domain/payment/checkout.ts';
import { log } from '../log.ts';
import { type Notice, sendPage } from './page.ts';

/** Seconds after which a page that waits for word of the gateway looks again. */
const LOOK_AGAIN = 4;

const PATH = new RegExp(`^${CHECKOUT_PATH}([0-9a-z]{1,64})(/thanks|/back)?$`);

const notFound: Notice = {
  status: 404,
  tone: 'calm',
  title: 'This link leads nowhere',
  text: 'Please check that it was copied whole, or ask whoever sent it for a new one.',
};

const broken: Notice = {
  status: 500,
  tone: 'bad',
  title: 'Something went wrong on our side',
  text: 'Nothing was charged by this. Please try again in a moment.',
};

/** What a link says when there is nothing to be paid behind it. */
const notices: Record<Exclude<Visit['state'], 'ready'>, Notice> = {
  paid: {
    status: 200,
    tone: 'good',
    title: 'This is paid',
    text: 'The payment has arrived. There is nothing left for you to do.',
  },
  processing: {
    status: 200,
    tone: 'calm',
    title: 'Your payment is on its way',
    text: 'Your bank is still working on it. There is nothing left for you to do.',
  },
  failed: {
    status: 200,
    tone: 'bad',
    title: 'The payment did not go through',
    text: 'Nothing was taken. Please ask for a new link, or pay in another way.',
  },
  over: {
    status: 200,
    tone: 'calm',
    title: 'This link is no longer valid',
    text: 'Its time is up, or another payment took its place. Should anything more be owed, ask for a new link.',
  },
  refused: {
    status: 502,
    tone: 'bad',
    title: 'This cannot be paid online',
    text: 'The payment service does not take this payment. Please pay in another way.',
  },
  down: {
    status: 502,
    tone: 'bad',
    title: 'The payment service does not answer',
    text: 'Nothing was charged. Please try again in a moment; the link stays the same.',
  },
};

const cancelled: Notice = {
  status: 200,
  tone: 'calm',
  title: 'Nothing was charged',
  text: 'You left before paying. The link works until it is paid or its time is up.',
};

const awaited: Notice = {
  status: 200,
  tone: 'calm',
  title: 'Thank you',
  text: 'We are waiting for the payment to be confirmed. This page shows it as soon as it is.',
  refresh: LOOK_AGAIN,
};

const thanks: Notice = { ...notices.paid, title: 'Thank you, the payment has arrived' };

/**
 * Answers a payer's link: sends them on to the gateway's page, or says why there is nothing to pay. `/thanks` and
 * `/back` are where the gateway sends them afterwards. Never throws.
 */
export async function answerPayer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const headOnly = req.method === 'HEAD';
  if (req.method !== 'GET' && !headOnly) {
    res.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const [path = ''] = (req.url ?? '').split('?', 1);
  const [, token = '', end] = PATH.exec(path) ?? [];
  try {
    const visit = token ? await visitCheckout(token, { makePage: !end && !headOnly }) : null;
    if (!end && visit?.pageUrl) {
      res.writeHead(303, {
        location: visit.pageUrl,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      res.end();
    } else sendPage(res, noticeFor(visit, end, `${CHECKOUT_PATH}${token}`), visit, headOnly);
    if (visit?.cause) log.error({ err: visit.cause, reference: visit.reference }, 'no page to pay on');
  } catch (error) {
    log.error({ err: error }, 'payer’s page failed');
    sendPage(res, { ...broken, action: { label: 'Try again', href: path } }, null, headOnly);
  }
}

function noticeFor(visit: Visit | null, end: string | undefined, link: string): Notice {
  if (!visit) return notFound;
  if (visit.state === 'ready') {
    return end === '/thanks' ? awaited : { ...cancelled, action: { label: 'Pay now', href: link } };
  }
  if (visit.state === 'down') return { ...notices.down, action: { label: 'Try again', href: link } };
  if (visit.state === 'paid' && end === '/thanks') return thanks;
  return notices[visit.state];
}
