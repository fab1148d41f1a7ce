import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '../contract/enums.ts';
import { Refusal } from '../contract/errors.ts';
import { toMajor } from '../contract/money.ts';
import { formatMoney } from '../contract/texts/format-money.ts';
import type { PromptResult } from '../contract/texts/prompt-outcome.ts';
import { chooseWayToPay } from '../domain/payment/begin-payment.ts';
import { CHECKOUT_PATH, type Visit, visitCheckout } from '../domain/payment/checkout.ts';
import { confirmSession } from '../domain/payment/confirm-session.ts';
import { type Notice, sendPage } from '../http/page.ts';
import { pathOf } from '../http/path-of.ts';
import { readBody } from '../http/read-body.ts';
import { log } from '../log.ts';
import { customerPageOf } from './customer.ts';
import { customerTexts } from './customer-texts.ts';
import { type PaymentState, paymentTexts } from './payment-texts.ts';
import { acceptedLanguage, chosenLanguage } from './reader-language.ts';
import { failedStatus, type Limit, type LinkLimits, mayPass, refuseUnknown } from './refuse-unknown.ts';
import { refusedText } from './refused-choice.ts';

/** Seconds after which a page that waits for a gateway event reloads. */
const RELOAD_SECONDS = 4;

const PATH = new RegExp(`^${CHECKOUT_PATH}([0-9a-z]{1,64})(/thanks|/back|/go)?$`);

/** The longest form, in bytes. */
const MAX_FORM_BYTES = 4 * 1024;

const looks: Record<PaymentState, Pick<Notice, 'status' | 'tone' | 'refresh'>> = {
  choose: { status: 200, tone: 'calm' },
  paid: { status: 200, tone: 'good' },
  thanks: { status: 200, tone: 'good' },
  unconfirmed: { status: 200, tone: 'calm', refresh: RELOAD_SECONDS },
  prompted: { status: 200, tone: 'calm', refresh: RELOAD_SECONDS },
  processing: { status: 200, tone: 'calm' },
  cancelled: { status: 200, tone: 'calm' },
  failed: { status: 200, tone: 'bad' },
  expired: { status: 200, tone: 'calm' },
  late: { status: 200, tone: 'calm' },
  refused: { status: 502, tone: 'bad' },
  down: { status: 502, tone: 'bad' },
};

/**
 * Answers the link of a payer: redirects to the checkout session of the gateway, or sends a page with the reason why the link
 * cannot be paid. The gateway sends payers back to `/thanks` and `/back`. 429 after too many requests of one link, or unknown
 * links from one address. Never throws. Contract: Payment, Rate limits.
 */
export async function answerPayer(
  req: IncomingMessage,
  res: ServerResponse,
  { page, failed }: LinkLimits,
): Promise<void> {
  const headOnly = req.method === 'HEAD';
  const path = pathOf(req.url);
  const [, token = '', end] = PATH.exec(path) ?? [];
  const home = customerPageOf(req);
  const chosen = chosenLanguage(req) ?? home?.language;
  let language = chosen ?? acceptedLanguage(req);
  if (token && !(await mayPass(page, token, res, language))) return;
  if (req.method === 'POST') return takeChoice(req, res, { token, end, failed, language });
  if (req.method !== 'GET' && !headOnly) {
    res.writeHead(405, { allow: 'GET, HEAD, POST' }).end();
    return;
  }
  try {
    const leads = end === undefined || end === '/go';
    const options = { mayCreateSession: leads && !headOnly, isChosen: end !== undefined };
    let visit = token ? await visitCheckout(token, options) : null;
    if (!visit) {
      const unknown = () => sendPage(res, notFoundIn(language), headOnly);
      return await refuseUnknown(req, res, failed, unknown, language);
    }
    language = chosen ?? visit.language ?? language;
    if (end === '/thanks' && !headOnly && visit.state === 'ready' && (await confirmSession(token))) {
      visit = (await visitCheckout(token, options)) ?? visit;
    }
    if (leads && visit.sessionUrl) redirect(res, visit.sessionUrl);
    else {
      const notice = noticeFor(visit, { end, link: `${CHECKOUT_PATH}${token}`, language });
      const back = home && { label: customerTexts[language].back, href: home.href };
      sendPage(res, { ...notice, ...summaryOf(visit, language), lang: language, back }, headOnly);
    }
    if (visit.cause)
      log.error({ err: visit.cause, reference: visit.reference }, 'the gateway has no checkout session');
  } catch (error) {
    log.error({ err: error }, 'the page of a payer failed');
    const status = failedStatus(error, res);
    const action = { label: paymentTexts[language].tryAgain, href: path };
    sendPage(res, { ...brokenIn(language), status, action }, headOnly);
  }
}

const notFoundIn = (lang: Language): Notice => ({
  ...{ status: 404, tone: 'calm', lang },
  ...customerTexts[lang].notFound,
});

const brokenIn = (lang: Language): Notice => ({
  ...{ status: 500, tone: 'bad', lang },
  ...customerTexts[lang].broken,
});

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  res.end();
}

/** Takes the payer's choice of another way to pay, and leads to its page. Never throws. */
async function takeChoice(
  req: IncomingMessage,
  res: ServerResponse,
  {
    token,
    end,
    failed,
    language,
  }: { token: string; end: string | undefined; failed: Limit; language: Language },
): Promise<void> {
  const texts = customerTexts[language];
  const action = { label: paymentTexts[language].back, href: `${CHECKOUT_PATH}${token}` };
  const refused = (text: string) =>
    sendPage(res, { status: 400, tone: 'bad', lang: language, title: texts.refused.title, text, action });
  try {
    const form = new URLSearchParams((await readBody(req, MAX_FORM_BYTES)).toString());
    const chosen = { rail: form.get('rail') ?? '', phone: (form.get('phone') ?? '').trim() };
    const begun = token && !end ? await chooseWayToPay(token, chosen, randomUUID()) : null;
    if (!begun) {
      const unknown = () => sendPage(res, notFoundIn(language));
      return await refuseUnknown(req, res, failed, unknown, language);
    }
    if (typeof begun === 'string') return refused(refusedText(texts, begun));
    redirect(res, `${new URL(begun.checkoutUrl).pathname}/go?lang=${language}`);
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return refused(refusedText(texts, error));
    log.error({ err: error }, 'the choice of a payer failed');
    sendPage(res, { ...brokenIn(language), status: failedStatus(error, res), action });
  }
}

type Shown = { end: string | undefined; link: string; language: Language };

/** The ways that a payer can choose, as forms; that of the payment itself is the link. */
function choices(
  { rail, other, ownPhoneEnd, state }: Visit,
  { link, language }: Shown,
): Pick<Notice, 'action' | 'forms'> {
  const { rails, phone, phoneHint } = customerTexts[language];
  const labelOf = (way: { rail: string; label: string }) =>
    (rails as Record<string, string>)[way.rail] ?? way.label;
  const own = other?.ways.find((way) => way.rail === rail && way.begins === 'hosted');
  const forms = (other?.ways ?? [])
    .filter((way) => state === 'failed' || way !== own)
    .map((way) => ({
      action: `${link}?lang=${language}`,
      label: labelOf(way),
      hidden: { rail: way.rail },
      ...(way.begins === 'prompt' && {
        field: { name: 'phone', label: phone, hint: phoneHint(ownPhoneEnd) },
      }),
    }));
  const action = state === 'choose' && own && { label: labelOf(own), href: `${link}/go` };
  return { ...(action && { action }), ...(forms.length > 0 && { forms }) };
}

function noticeFor(visit: Visit, shown: Shown): Notice {
  const { end, link, language } = shown;
  const texts = paymentTexts[language];
  const state = stateOf(visit, end);
  const look = looks[state];
  if (state === 'prompted') {
    const { title, text } = texts.prompted;
    return { ...look, title, text: text(visit.phoneEnd ?? '') };
  }
  const notice = { ...look, ...texts.states[state] };
  if (state === 'cancelled') return { ...notice, action: { label: texts.payNow, href: link } };
  if (state === 'down') return { ...notice, action: { label: texts.tryAgain, href: link } };
  if (state === 'choose') return { ...notice, ...choices(visit, shown) };
  if (state !== 'failed') return notice;
  const outcome = outcomeText(visit.promptResult, language);
  return { ...notice, ...(outcome && { text: `${texts.notCharged} ${outcome}` }), ...choices(visit, shown) };
}

/** The state of a payment, by where the payer comes from. */
function stateOf({ state }: Visit, end: string | undefined): PaymentState {
  if (state === 'ready') return end === '/thanks' ? 'unconfirmed' : 'cancelled';
  return state === 'paid' && end === '/thanks' ? 'thanks' : state;
}

/** The outcome of a prompt that was not paid, with the gateway's own text; empty where nothing is known. */
function outcomeText({ code, text }: Visit['promptResult'], language: Language): string {
  const { promptResults, mpesaSays } = paymentTexts[language];
  const known = promptResults[(code ?? '') as PromptResult];
  return [known, text && mpesaSays(text)].filter(Boolean).join(' ');
}

function summaryOf(visit: Visit, language: Language): Pick<Notice, 'from' | 'details' | 'payTo'> {
  const { providerName, description, reference, amount, currency, accountNumber, other } = visit;
  const texts = paymentTexts[language];
  const payTo = other?.payTo;
  const { title, text, label } = payTo?.isTill ? texts.till : texts.paybill;
  return {
    from: providerName,
    details: [
      [texts.for, description ?? texts.onAccount],
      [texts.reference, reference],
      [texts.amount, formatMoney(toMajor(amount, currency), currency, language)],
    ],
    ...(payTo && {
      payTo: {
        ...{ title, text },
        details: [
          [label, payTo.number],
          ...(payTo.isTill ? [] : ([[customerTexts[language].accountNumber, accountNumber]] as const)),
          [texts.amount, String(toMajor(amount, currency))],
        ],
      },
    }),
  };
}
