import { escaped } from '../contract/escaped.ts';
import { toMajor } from '../contract/money.ts';
import { formatMoney } from '../contract/texts/format-money.ts';
import { BASE_CSS } from '../http/page.ts';
import type { DemoKeys } from './keys.ts';
import type { OpenPrompt, Sale } from './outside/money.ts';

/** What the page of the outside world shows. */
export type Desk = {
  /** A sentence about what was just done. */
  notice: string | null;
  prompts: OpenPrompt[];
  sales: Sale[];
  /** Of a customer, as an example in the form of the paybill. */
  example: { accountNumber: string; phone: string };
  keys: DemoKeys;
};

export const DESK_CSS = `${BASE_CSS}
body{overflow-wrap:anywhere}
header,main{max-width:1060px;margin:0 auto;padding:24px 16px 0}
header p{margin-top:8px;color:var(--soft);max-width:70ch}
main{columns:2 400px;column-gap:16px;padding-bottom:24px}
section{break-inside:avoid;margin-bottom:16px;padding:18px;background:var(--card);border:1px solid var(--line);border-radius:12px;display:grid;gap:12px;min-width:0}
h2{margin:0;font-size:1.1rem}
ul{margin:0;padding:0;list-style:none;display:grid;gap:12px}
li{display:grid;gap:8px;padding-top:12px;border-top:1px solid var(--line)}
form{display:grid;gap:6px}
.row{display:flex;flex-wrap:wrap;gap:8px}
button{padding:8px 14px}
.quiet,small{color:var(--soft)}
button.other{background:var(--card);color:var(--link);border:1px solid var(--line)}
a{color:var(--link)}
.notice,header .notice{max-width:none;padding:12px 16px;border:1px solid var(--good);border-radius:12px;color:var(--good);font-weight:600}
header .notice{margin-top:16px}
dl{margin:0;display:grid;gap:8px}
dd{font-family:ui-monospace,monospace;font-size:.875rem}
`;

/** The page on which a person acts as the world around the demo account: payers, gateways, Splynx. */
export function deskHtml({ notice, prompts, sales, example, keys }: Desk): string {
  return `<header>
<h1>The world around the demo</h1>
<p>Payers, gateways and other systems of the demo account are simulated on this machine. No message and no money leaves it. Here you do
what they do.</p>
<p><a href="/">Back to the portal</a></p>
${notice ? `<p class="notice" role="status">${escaped(notice)}</p>` : ''}
</header>
<main>
${section('Phones', phones(prompts))}
${section('Pay to the paybill 123456', paybill(example))}
${section('Gateways: Stripe and Paystack', gateways(sales))}
${section('Splynx', splynx)}
${section('Messages', '<p>SMS and emails to customers are accepted and reported as delivered. SMS to a number that ends in 13 fail. <a href="/emails">Messages in the portal</a></p>')}
${section('Network', '<p>Routers obey: a session that you disconnect ends, and its customer dials in again after five seconds unless service has ended. A new speed is applied at once. <a href="/network">Sessions in the portal</a></p>')}
${section('A file to import', '<p>Six customers, some with mistakes. Download <a href="/demo/customers.csv" download>customers.csv</a>, and <a href="/imports/new">import it in the portal</a>.</p>')}
${section('Keys of the simulated systems', keyList(keys))}
</main>`;
}

const section = (title: string, content: string) => `<section><h2>${escaped(title)}</h2>${content}</section>`;

const money = (amount: Sale['amount'], currency: string) =>
  escaped(formatMoney(toMajor(amount, currency), currency));

/** A form with a button for each act. The first is the usual one. */
function acts(
  does: string,
  hidden: Record<string, string>,
  buttons: [value: string, label: string][],
): string {
  const inputs = Object.entries({ does, ...hidden }).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const made = buttons.map(
    ([value, label], i) =>
      `<button name="act" value="${escaped(value)}"${i > 0 ? ' class="other"' : ''}>${escaped(label)}</button>`,
  );
  return `<form method="post" action="/demo">${inputs.join('')}<div class="row">${made.join('')}</div></form>`;
}

function phones(prompts: OpenPrompt[]): string {
  const rows = prompts.map(
    ({ paymentId, payerName, phone, amount }) =>
      `<li><span><b>${escaped(payerName)}</b> ${escaped(phone)}: ${money(amount, 'KES')}</span>${acts(
        'prompt',
        { payment: paymentId },
        [
          ['paid', 'Enter the PIN'],
          ['cancelled', 'Cancel'],
          ['no money', 'Too little money'],
          ['unreachable', 'Switched off'],
        ],
      )}</li>`,
  );
  const text = 'A payer who does nothing pays after 15 seconds.';
  return rows.length > 0
    ? `<p class="quiet">${text}</p><ul>${rows.join('')}</ul>`
    : `<p>No phone has a prompt. Send one from a customer's page: <b>Record payment</b>, <b>Other method</b>, then <b>M-Pesa prompt</b>. <span class="quiet">${text}</span></p>`;
}

function paybill({ accountNumber, phone }: Desk['example']): string {
  const field = (name: string, label: string, value: string, more = '') =>
    `<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${escaped(value)}" maxlength="40" required autocomplete="off" ${more}>`;
  return `<p>With the account number of a customer the money is theirs. With another account and an unknown phone it waits under <a href="/receipts">Receipts</a>.</p>
<form method="post" action="/demo"><input type="hidden" name="does" value="paybill">
${field('account', 'Account number', accountNumber)}
${field('amount', 'Amount in KES', '1500', 'inputmode="numeric"')}
${field('phone', 'Phone', phone, 'type="tel"')}
<div class="row"><button name="act" value="pay">Send the money</button></div></form>`;
}

function gateways(sales: Sale[]): string {
  if (sales.length === 0) {
    return '<p>No payment was made at a gateway yet. Open the payment link of a customer and pay. Then you can refund or dispute the payment here.</p>';
  }
  const rows = sales.map(({ paymentId, rail, amount, refundedAmount, currency, description, dispute }) => {
    const isRefunded = refundedAmount >= amount;
    const buttons: [string, string][] =
      dispute?.status === 'OPEN'
        ? [
            ['lost', 'The payer wins the dispute'],
            ['won', 'The payer loses it'],
          ]
        : isRefunded
          ? []
          : [
              ['refund', 'Refund in the dashboard'],
              ...(dispute ? [] : [['open', 'Dispute'] as [string, string]]),
            ];
    const state = dispute ? `, dispute ${dispute.status.toLowerCase()}` : isRefunded ? ', refunded' : '';
    const title = `<span><b>${money(amount, currency)}</b> ${escaped(description)} <small>${rail === 'stripe' ? 'Stripe' : 'Paystack'}${state}</small></span>`;
    return `<li>${title}${buttons.length > 0 ? acts('gateway', { payment: paymentId }, buttons) : ''}</li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}

const splynx = `<p>Events that Splynx sends, about one customer after the other. They appear under <a href="/integrations">Integrations</a>; Demarc's own changes are pushed to it.</p>
${acts('splynx', {}, [
  ['sign-up', 'A customer signs up'],
  ['tariff', 'The customer changes tariff'],
  ['stop', 'The service is deleted'],
])}`;

function keyList({ stripe, paystack, mpesa, sms, mail, splynx: api }: DemoKeys): string {
  const rows = {
    Stripe: [stripe.secretKey, stripe.webhookSecret],
    Paystack: [paystack.secretKey],
    'M-Pesa (consumer key, secret, short code, passkey)': [
      ...[mpesa.consumerKey, mpesa.consumerSecret, mpesa.shortCode, mpesa.passkey],
    ],
    'Africa’s Talking (user, API key)': [sms.user, sms.apiKey],
    'Mail server (host, user, password)': [mail.host, mail.user, mail.password],
    'Splynx (API key, secret)': [api.apiKey, api.apiSecret],
  };
  const items = Object.entries(rows).map(
    ([name, keys]) =>
      `<div><dt>${escaped(name)}</dt>${keys.map((key) => `<dd>${escaped(key)}</dd>`).join('')}</div>`,
  );
  return `<p>All are test keys of this demo, for connecting a system again. With your own test keys the real test systems answer.</p><dl>${items.join('')}</dl>`;
}
