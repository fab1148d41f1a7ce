import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import { isCrossOrigin, portalOrigins } from '../auth/origin.ts';
import { staffSession } from '../auth/staff.ts';
import { asMinor } from '../contract/money.ts';
import { parsePhone } from '../contract/phone.ts';
import { db } from '../db/client.ts';
import { env } from '../env.ts';
import { type Notice, sendDocument, sendPage } from '../http/page.ts';
import { readBody } from '../http/read-body.ts';
import { log } from '../log.ts';
import { answerCheckout, type Limit } from './checkout-page.ts';
import { DESK_CSS, deskHtml } from './desk-html.ts';
import { sampleCsv } from './import-customers.ts';
import { demoKeys } from './keys.ts';
import { CHECKOUTS_PATH } from './outside/checkout-path.ts';
import { findPaidSale, listOpenPrompts, listPaidSales } from './outside/money.ts';
import { answerPrompt, type PromptAnswer, payToPaybill, promptAnswers } from './outside/mpesa.ts';
import { send } from './outside/report.ts';
import { type SplynxAct, splynxActs } from './outside/splynx.ts';
import type { StandIns } from './stand-ins.ts';

/** The path of the pages of the demo. */
const DEMO_PATH = '/demo';

/** Whether a path is one of the demo's pages. */
export function isDemoPage(path: string): boolean {
  return /^\/demo(?:[/?]|$)/.test(path);
}

/** The longest form, in bytes. */
const MAX_FORM_BYTES = 4 * 1024;

/** Rows of each list. */
const SHOWN = 12;

/** The sentences after an act, by the end of the address. */
const notices: Record<string, string> = {
  done: 'Done. Demarc has the report.',
  refused: 'Demarc did not take this. Is the system still connected, and is this still open?',
  amount: 'Enter a whole number of shillings and a phone such as 0712 345 678.',
};

const notice = (status: number, title: string, text: string): Notice => ({
  status,
  tone: 'calm',
  title,
  text,
});

/**
 * A handler of the pages of the demo: checkout pages of its gateways, and the page on which its staff act as the world around it. It never
 * throws.
 */
export function createDemoPages(standIns: StandIns, failed: Limit): RequestListener {
  return (req, res) => {
    answer(standIns, failed, req, res).catch((err: unknown) => {
      log.error({ err }, 'a page of the demo failed');
      if (!res.headersSent)
        sendPage(res, notice(500, 'This did not work', 'The log of the server has the reason.'));
    });
  };
}

async function answer(
  standIns: StandIns,
  failed: Limit,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '/', 'http://demo');
  if (req.method !== 'GET' && req.method !== 'POST') {
    res.writeHead(405, { allow: 'GET, POST' }).end();
    return;
  }
  // The address of a checkout is a secret, which no other site has.
  if (pathname.startsWith(CHECKOUTS_PATH)) return answerCheckout(standIns, req, res, failed);
  if (req.method === 'POST' && isCrossOrigin(req, portalOrigins(env.PUBLIC_URL))) {
    return sendPage(
      res,
      notice(403, 'This form is of another site', 'Open the page of the demo and try again.'),
    );
  }
  if (pathname === `${DEMO_PATH}/customers.csv`) {
    res.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(sampleCsv());
    return;
  }
  if (pathname !== DEMO_PATH)
    return sendPage(res, notice(404, 'There is no such page', 'The demo has one page.'));
  const session = await staffSession(new Headers({ cookie: req.headers.cookie ?? '' }));
  if (!session) {
    res.writeHead(303, { location: `/login?next=${DEMO_PATH}`, 'cache-control': 'no-store' }).end();
    return;
  }
  const { providerId } = standIns.outside;
  if (session.provider.id !== providerId) {
    return sendPage(
      res,
      notice(403, 'This is the page of the demo account', 'Select the demo account in the portal.'),
    );
  }
  if (req.method === 'GET') {
    return sendDesk(res, providerId, notices[searchParams.get('done') ?? ''] ?? null);
  }
  const form = new URLSearchParams((await readBody(req, MAX_FORM_BYTES)).toString());
  const done = await act(standIns, form);
  res.writeHead(303, { location: `${DEMO_PATH}?done=${done}`, 'cache-control': 'no-store' }).end();
}

async function sendDesk(res: ServerResponse, providerId: string, said: string | null): Promise<void> {
  const [prompts, sales, [example]] = await Promise.all([
    listOpenPrompts(providerId, SHOWN),
    listPaidSales(providerId, SHOWN),
    db().execute<{ accountNumber: string; phone: string }>(sql`
      select account_number as "accountNumber", phone from subscriber
      where provider_id = ${providerId} and status = 'active' order by id desc limit 1`),
  ]);
  const body = deskHtml({
    ...{ notice: said, prompts, sales, keys: demoKeys(providerId) },
    example: example ?? { accountNumber: '', phone: '' },
  });
  const title = 'The world around the demo';
  sendDocument(res, {
    status: 200,
    lang: 'en',
    title,
    body,
    css: DESK_CSS,
    hasForms: true,
    referrerPolicy: 'same-origin',
  });
}

/** Does what a form says. @returns the name of the sentence about it */
async function act(standIns: StandIns, form: URLSearchParams): Promise<keyof typeof notices> {
  const { outside, gateways, splynx } = standIns;
  const [does, what, paymentId] = ['does', 'act', 'payment'].map((name) => form.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  if (does === 'paybill') {
    const [amount, phone] = [Number(form.get('amount')), parsePhone(form.get('phone') ?? '', 'KE')];
    if (!Number.isInteger(amount) || amount < 1 || amount > 250_000 || phone === null) return 'amount';
    const account = (form.get('account') ?? '').trim();
    return said(await payToPaybill(outside, { account, amount, phone, payerName: 'Demo payer' }));
  }
  if (does === 'prompt' && what in promptAnswers) {
    return said(await answerPrompt(outside, paymentId, what as PromptAnswer));
  }
  if (does === 'splynx') {
    const chosen: SplynxAct | undefined = splynxActs.find((each) => each === what);
    return said(chosen !== undefined && (await splynx(chosen)));
  }
  const sale = does === 'gateway' ? await findPaidSale(outside.providerId, paymentId) : null;
  if (!sale) return 'refused';
  const acts = gateways[sale.rail];
  const rest = asMinor(sale.amount - sale.refundedAmount);
  if (what === 'refund' && rest > 0) return said(await send(outside, acts.refund(sale, rest)));
  if (what !== 'open' && what !== 'won' && what !== 'lost') return 'refused';
  return said(await send(outside, acts.dispute(sale, what)));
}

const said = (isTaken: boolean) => (isTaken ? 'done' : 'refused');
