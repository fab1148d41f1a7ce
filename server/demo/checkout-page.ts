import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { toMajor } from '../contract/money.ts';
import { formatMoney } from '../contract/texts/format-money.ts';
import { CHECKOUT_PATH } from '../domain/payment/checkout.ts';
import { type Notice, privateHeaders, sendPage } from '../http/page.ts';
import { pathOf } from '../http/path-of.ts';
import { readBody } from '../http/read-body.ts';
import { ownerOf } from '../networks.ts';
import { CHECKOUTS_PATH } from './outside/checkout-path.ts';
import { findSale, type Sale } from './outside/money.ts';
import { send } from './outside/report.ts';
import type { StandIns } from './stand-ins.ts';

const PATH = new RegExp(`^${CHECKOUTS_PATH}([\\w.=-]{1,100})$`);

/** The limit of unknown addresses, by the network of the sender. */
export type Limit = {
  take(key: string): Taken | Promise<Taken>;
};
type Taken = { ok: true } | { ok: false; retryAfterSeconds: number };

/** The longest form, in bytes. */
const MAX_FORM_BYTES = 1024;

const titles: Record<Sale['rail'], string> = { stripe: 'Stripe, simulated', paystack: 'Paystack, simulated' };

const notFound: Notice = {
  status: 404,
  tone: 'calm',
  title: 'There is no such checkout',
  text: 'Open the payment link again.',
};

/**
 * Answers the checkout page of a gateway of the demo: the payer pays, has no money on the card, or goes back. The address is enough to
 * act, as at a real gateway. 429 after too many unknown addresses from one network.
 */
export async function answerCheckout(
  standIns: StandIns,
  req: IncomingMessage,
  res: ServerResponse,
  failed: Limit,
): Promise<void> {
  const sessionId = PATH.exec(pathOf(req.url))?.[1];
  const sale = sessionId ? await findSale(standIns.outside.providerId, sessionId) : null;
  if (!sale) {
    const taken = await failed.take(ownerOf(clientAddress(req)));
    if (taken.ok) return sendPage(res, notFound);
    res.writeHead(429, { 'retry-after': String(taken.retryAfterSeconds), ...privateHeaders }).end();
    return;
  }
  if (req.method !== 'POST') return sendPage(res, pageOf(sale));
  const act = new URLSearchParams((await readBody(req, MAX_FORM_BYTES)).toString()).get('act');
  const acts = standIns.gateways[sale.rail];
  if (sale.status !== 'PENDING') return sendPage(res, pageOf(sale));
  if (act === 'decline') {
    const report = acts.decline(sale);
    if (report) await send(standIns.outside, report);
    return sendPage(res, pageOf(sale, 'The card was declined: it has not enough money. Try again.'));
  }
  await send(standIns.outside, acts.pay(sale));
  res.writeHead(303, { location: `${CHECKOUT_PATH}${sale.token}/thanks`, 'cache-control': 'no-store' }).end();
}

function pageOf(
  { rail, status, amount, currency, description, reference, sessionId, token }: Sale,
  fault?: string,
): Notice {
  const isOpen = status === 'PENDING';
  const action = `${CHECKOUTS_PATH}${sessionId}`;
  return {
    status: 200,
    tone: fault ? 'bad' : 'calm',
    from: titles[rail],
    title: isOpen ? (fault ? 'Not paid' : 'Pay') : 'This checkout is over',
    text: fault ?? 'This page stands for the page of the gateway. No money moves.',
    details: [
      ['For', description],
      ['Reference', reference],
      ['Amount', formatMoney(toMajor(amount, currency), currency)],
    ],
    ...(isOpen && {
      forms: [
        { action, label: 'Pay', hidden: { act: 'pay' } },
        { action, label: 'Pay with a card without money', hidden: { act: 'decline' } },
      ],
    }),
    back: { label: 'Back', href: `${CHECKOUT_PATH}${token}/back` },
  };
}
