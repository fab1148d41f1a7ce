import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '../contract/enums.ts';
import { Refusal } from '../contract/errors.ts';
import { prefixes } from '../contract/resource-names.ts';
import { readInvoiceFor } from '../domain/customer-page/invoice.ts';
import { type OpenPage, openPage } from '../domain/customer-page/open.ts';
import { payFromPage } from '../domain/customer-page/pay.ts';
import { readCustomerPage } from '../domain/customer-page/read.ts';
import { CUSTOMER_PATH } from '../domain/model/customer-page/link.ts';
import { logoOf } from '../domain/model/provider/logo.ts';
import { CHECKOUT_PATH } from '../domain/payment/checkout.ts';
import { env } from '../env.ts';
import { correlationIdOf } from '../http/correlation-id.ts';
import { privateHeaders, sendDocument, sendPage } from '../http/page.ts';
import { readBody } from '../http/read-body.ts';
import { log } from '../log.ts';
import { inSlotOf } from '../work/in-slot.ts';
import { customerHtml, type Opened } from './customer-html.ts';
import { customerCss } from './customer-style.ts';
import { customerTexts } from './customer-texts.ts';
import { acceptedLanguage, chosenLanguage } from './reader-language.ts';
import { failedStatus, type LinkLimits, mayPass, refuseUnknown } from './refuse-unknown.ts';
import { refusedText } from './refused-choice.ts';

const PATH = new RegExp(`^(${CUSTOMER_PATH}([0-9a-z]{1,64}))(?:/invoices/([0-9a-z_]{1,64})\\.pdf|/(logo))?$`);
const INVOICE_ID = new RegExp(`^${prefixes.invoice}_[0-9a-z]{26}$`);

/** The longest form, in bytes. */
const MAX_FORM_BYTES = 4 * 1024;

/** The seconds in which the page of a payment leads back to the page of the customer. */
const BACK_SECONDS = 24 * 60 * 60;

type Exchange = { req: IncomingMessage; res: ServerResponse; headOnly: boolean };

/**
 * A handler of the pages of customers: the page, its invoices, and the form that begins a payment. It answers the same for an unknown
 * and a revoked link. It never throws. Contract: Customer's page.
 */
export function createCustomerPages({ page, failed }: LinkLimits) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://page');
    const chosen = chosenLanguage(req);
    let language = chosen ?? acceptedLanguage(req);
    const exchange = { req, res, headOnly: req.method === 'HEAD' };
    try {
      const [, path = '', token = '', invoiceId, logo] = PATH.exec(pathname) ?? [];
      const takes = invoiceId || logo ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST'];
      if (!takes.includes(req.method ?? '')) {
        res.writeHead(405, { allow: takes.join(', ') }).end();
        return;
      }
      const open = await openPage(token, correlationIdOf(req));
      if (!open) {
        const unknown = () => sendNotFound(exchange, language);
        return await refuseUnknown(req, res, failed, unknown, language);
      }
      language = chosen ?? open.language ?? language;
      if (!(await mayPass(page, token, res, language))) return;
      const opened = { path, language, query: chosen ? `?lang=${chosen}` : '' };
      if (invoiceId) return await sendInvoice(exchange, open, language, invoiceId);
      if (logo) return await sendLogo(exchange, open, language);
      if (req.method === 'POST') return await beginPayment(exchange, open, opened);
      const before = searchParams.get('before') ?? '';
      const facts = await inSlotOf(open.scope.providerId, () =>
        readCustomerPage(open, INVOICE_ID.test(before) ? before : undefined),
      );
      const css = customerCss(facts.issuer.brandColor);
      const document = { status: 200, lang: language, css, hasForms: true, ...customerHtml(facts, opened) };
      sendDocument(res, document, exchange.headOnly);
    } catch (error) {
      const status = failedStatus(error, res);
      if (status >= 500)
        log.error({ err: error, correlationId: correlationIdOf(req) }, 'the page of a customer failed');
      const { broken } = customerTexts[language];
      if (res.headersSent) res.destroy();
      else sendPage(res, { status, tone: 'bad', lang: language, ...broken }, exchange.headOnly);
    }
  };
}

function sendNotFound({ res, headOnly }: Exchange, language: Language): void {
  sendPage(res, { status: 404, tone: 'calm', lang: language, ...customerTexts[language].notFound }, headOnly);
}

/** Sends an invoice of this customer. For any other, the answer is that of an unknown link. */
async function sendInvoice(
  exchange: Exchange,
  open: OpenPage,
  language: Language,
  id: string,
): Promise<void> {
  const { providerId } = open.scope;
  const file = INVOICE_ID.test(id) ? await inSlotOf(providerId, () => readInvoiceFor(open, id)) : null;
  if (!file) return sendNotFound(exchange, language);
  const { res, headOnly } = exchange;
  res.writeHead(200, {
    'content-type': 'application/pdf',
    'content-length': file.content.byteLength,
    'content-disposition': `inline; filename="${file.fileName}"`,
    ...privateHeaders,
  });
  res.end(headOnly ? undefined : file.content);
}

/** Sends the logo of the provider. Its address has its version, so the browser keeps it. */
async function sendLogo(exchange: Exchange, { scope }: OpenPage, language: Language): Promise<void> {
  const logo = await logoOf(scope);
  if (!logo) return sendNotFound(exchange, language);
  const png = Buffer.from(logo.png, 'base64');
  exchange.res.writeHead(200, {
    ...privateHeaders,
    'content-type': 'image/png',
    'content-length': png.byteLength,
    'cache-control': `private, max-age=${BACK_SECONDS}, immutable`,
  });
  exchange.res.end(exchange.headOnly ? undefined : png);
}

/** Begins the payment that the form chose, and leads to its page, which leads back. */
async function beginPayment({ req, res }: Exchange, open: OpenPage, opened: Opened): Promise<void> {
  const { path, language, query } = opened;
  const texts = customerTexts[language];
  const home = path + query;
  const refused = (text: string) =>
    sendPage(res, {
      ...{ status: 400, tone: 'bad', lang: language, title: texts.refused.title, text },
      action: { label: texts.back, href: home },
    });
  try {
    const form = new URLSearchParams((await readBody(req, MAX_FORM_BYTES)).toString());
    const field = (name: string) => form.get(name)?.trim() ?? '';
    const begun = await inSlotOf(open.scope.providerId, () =>
      payFromPage(open, {
        ...{ debt: field('debt'), rail: field('rail'), phone: field('phone') },
        ...{ amount: field('amount'), currency: field('currency') },
      }),
    );
    if (typeof begun === 'string') return refused(refusedText(texts, begun));
    const payPath = new URL(begun.checkoutUrl).pathname;
    const secure = env.PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
    res.writeHead(303, {
      location: `${payPath}/go`,
      // The browser sends it to the page of this payment alone.
      'set-cookie': `${BACK_COOKIE}=${encodeURIComponent(home)}; Path=${payPath}; Max-Age=${BACK_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
      ...privateHeaders,
    });
    res.end();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    refused(refusedText(texts, error));
  }
}

/** The cookie of a payment's page with the page of the customer who began it. */
const BACK_COOKIE = 'customer-page';
const BACK = new RegExp(`(?:^|;\\s*)${BACK_COOKIE}=((?:\\w|%2F|%3F|%3D){1,200})`);
const HOME = new RegExp(`^${CUSTOMER_PATH}[0-9a-z]{1,64}(\\?lang=[a-z]{2})?$`);

/**
 * The page of the customer that a payment was begun on by this browser, with the language that was chosen there; undefined for any other
 * visit.
 */
export function customerPageOf({
  headers,
  url = '',
}: IncomingMessage): { href: string; language: Language | undefined } | undefined {
  if (!url.startsWith(CHECKOUT_PATH)) return undefined;
  const href = decodeURIComponent(BACK.exec((headers.cookie ?? '').slice(0, 8_192))?.[1] ?? '');
  return HOME.test(href) ? { href, language: chosenLanguage({ url: href }) } : undefined;
}
