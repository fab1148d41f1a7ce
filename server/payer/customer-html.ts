import { type Language, languages } from '../contract/enums.ts';
import { escaped } from '../contract/escaped.ts';
import { toMajor } from '../contract/money.ts';
import type { CustomerPageFacts, PageDebt, PageInvoice } from '../domain/customer-page/read.ts';
import type { PageService } from '../domain/customer-page/services.ts';
import type { WaysToPay } from '../domain/payment/ways-to-pay.ts';
import { type Format, formatIn } from './customer-format.ts';
import { type CustomerTexts, customerTexts } from './customer-texts.ts';

const languageNames: Record<Language, string> = { en: 'English', sw: 'Kiswahili', fr: 'Français' };

type Shown = {
  facts: CustomerPageFacts;
  texts: CustomerTexts;
  format: Format;
} & Pick<Opened, 'path' | 'query'>;

/** How the page was opened. `query` keeps the language that the reader has chosen. */
export type Opened = { path: string; language: Language; query: string };

/** The title and the body of the page of a customer, as HTML without scripts. */
export function customerHtml(facts: CustomerPageFacts, { path, language, query }: Opened) {
  const texts = customerTexts[language];
  const format = formatIn(language, facts.issuer.timeZone);
  const shown = { facts, texts, format, path, query };
  const { name, livemode } = facts.issuer;
  const body = `<header>
<p class="brand">${image(shown)}<bdi>${escaped(name)}</bdi></p>
<h1>${escaped(texts.greeting(facts.firstName))}</h1>
<p class="quiet">${escaped(texts.accountNumber)} <b>${escaped(facts.accountNumber)}</b></p>
</header>
<main>
${livemode ? '' : notice(texts.sandbox)}
${facts.outages.map(({ at, text }) => outage(texts.outage(format.day(at)), text)).join('')}
${facts.isTerminated ? notice(texts.closed) : facts.isOnHold ? notice(texts.onHold) : ''}
${balance(shown)}
${payment(shown)}
${services(shown)}
${invoices(shown)}
${contact(shown)}
</main>
<footer><nav aria-label="${escaped(texts.language)}">${languages.map((each) => languageLink(each, language, path)).join('')}</nav></footer>`;
  return { title: `${texts.title} · ${name}`, body };
}

function image({ facts: { logo }, path }: Shown): string {
  if (!logo) return '';
  const { width, height, version } = logo;
  return `<img src="${path}/logo?v=${version}" alt="" width="${width}" height="${height}">`;
}

const notice = (text: string) => `<p class="notice">${escaped(text)}</p>`;

const outage = (title: string, text: string) =>
  `<p class="notice lines" dir="auto"><b>${escaped(title)}</b>\n${escaped(text)}</p>`;

function languageLink(each: Language, current: Language, path: string): string {
  const name = languageNames[each];
  return each === current
    ? `<span lang="${each}" aria-current="true">${name}</span>`
    : `<a lang="${each}" hreflang="${each}" href="${path}?lang=${each}">${name}</a>`;
}

function section(title: string, content: string): string {
  return `<section><h2>${escaped(title)}</h2>${content}</section>`;
}

function balance({ facts, texts, format }: Shown): string {
  const sums = (list: { amount: number; currency: string }[]) =>
    list.map(({ amount, currency }) => `<span>${escaped(format.money(amount, currency))}</span>`).join(' ');
  const owed = facts.owed.filter(({ amount }) => amount > 0);
  const rows = [
    [texts.credit, facts.credit],
    [texts.onItsWay, facts.onItsWay],
  ] as const;
  const more = rows
    .filter(([, list]) => list.length > 0)
    .map(([label, list]) => `<div><dt>${escaped(label)}</dt><dd>${sums(list)}</dd></div>`);
  return `<section class="balance"><h2>${escaped(owed.length > 0 ? texts.owed : texts.nothingOwed)}</h2>
${owed.length > 0 ? `<p class="sum">${sums(owed)}</p>` : ''}${more.length > 0 ? `<dl>${more.join('')}</dl>` : ''}</section>`;
}

function payment(shown: Shown): string {
  const { facts, texts, path, query } = shown;
  const { debts, onAccount, issuer } = facts;
  const payable = debts.filter(({ ways }) => ways.length > 0);
  const forms = [
    payable.length > 0 &&
      `<form method="post" action="${path}${query}">${choice(payable, shown)}${buttons(payable, shown, 'debt')}</form>`,
    onAccount && otherAmount(onAccount, shown),
  ];
  const payTo = debts.find((debt) => debt.payTo)?.payTo ?? onAccount?.payTo;
  const details = [
    payTo &&
      `<dl><div><dt>${escaped(payTo.isTill ? texts.till : texts.paybill)}</dt><dd>${escaped(payTo.number)}</dd></div>
<div><dt>${escaped(texts.accountNumber)}</dt><dd>${escaped(facts.accountNumber)}</dd></div></dl>`,
    issuer.paymentInstructions && `<p class="lines" dir="auto">${escaped(issuer.paymentInstructions)}</p>`,
  ].filter(Boolean);
  const content = [
    payable.length === 0 && debts.length > 0
      ? `<ul class="plain">${debts.map((debt) => `<li>${debtText(debt, shown)}</li>`).join('')}</ul>`
      : '',
    ...forms,
    details.length > 0 ? `<h3>${escaped(texts.howToPay)}</h3>${details.join('')}` : '',
  ].filter(Boolean);
  return content.length > 0 ? section(texts.pay, content.join('\n')) : '';
}

/** One debt is chosen already; of several the first, which is due first. */
function choice(debts: PageDebt[], shown: Shown): string {
  const [only] = debts;
  if (only && debts.length === 1) {
    return `<input type="hidden" name="debt" value="${escaped(only.key)}"><p>${debtText(only, shown)}</p>`;
  }
  const options = debts.map(
    (debt, index) =>
      `<label class="option"><input type="radio" name="debt" value="${escaped(debt.key)}"${index === 0 ? ' checked' : ''}><span>${debtText(debt, shown)}</span></label>`,
  );
  return `<fieldset><legend>${escaped(shown.texts.choose)}</legend>${options.join('')}</fieldset>`;
}

function debtText(
  { name, number, total, currency, dueAt, isOwed }: PageDebt,
  { facts, texts, format }: Shown,
) {
  const when = dueAt && (dueAt < facts.now ? texts.dueSince : texts.due)(format.day(dueAt));
  const about = [number && texts.invoice(number), isOwed ? when : texts.startsService]
    .filter(Boolean)
    .join(', ');
  return `<b>${escaped(format.money(toMajor(total, currency), currency))}</b> <bdi>${escaped(name)}</bdi>${about ? `<small>${escaped(about)}</small>` : ''}`;
}

/** A button for each rail on which one of these can be paid, and the phone for a prompt. */
function buttons(payable: WaysToPay[], { facts, texts }: Shown, id: string): string {
  const ways = new Map(payable.flatMap((each) => each.ways).map((way) => [way.rail, way]));
  // The first button is that of the Enter key, which a phone number may end with.
  return [...ways.values()]
    .sort((a, b) => Number(b.begins === 'prompt') - Number(a.begins === 'prompt'))
    .map(({ rail, label, begins }) => {
      const button = `<button name="rail" value="${rail}">${escaped((texts.rails as Record<string, string>)[rail] ?? label)}</button>`;
      if (begins !== 'prompt') return button;
      return `<div class="prompt"><label for="${id}-phone">${escaped(texts.phone)}</label>
<input id="${id}-phone" name="phone" type="tel" maxlength="40" autocomplete="tel">
<small>${escaped(texts.phoneHint(facts.phoneEnd))}</small>${button}</div>`;
    })
    .join('');
}

function otherAmount(onAccount: NonNullable<CustomerPageFacts['onAccount']>, shown: Shown): string {
  const { texts, path, query } = shown;
  const { currency } = onAccount;
  return `<details><summary>${escaped(texts.otherAmount)}</summary>
<form method="post" action="${path}${query}"><input type="hidden" name="debt" value="account"><input type="hidden" name="currency" value="${escaped(currency)}">
<label for="amount">${escaped(texts.amountIn(currency))}</label><input id="amount" name="amount" inputmode="decimal" maxlength="15" required autocomplete="off">
<small>${escaped(texts.otherAmountHint)}</small>${buttons([onAccount], shown, 'account')}</form></details>`;
}

function services(shown: Shown): string {
  const { facts, texts, format } = shown;
  if (facts.services.length === 0) return '';
  const more =
    facts.moreServices > 0
      ? `<p class="quiet">${escaped(texts.moreServices(format.count(facts.moreServices)))}</p>`
      : '';
  return section(
    texts.services,
    `<ul class="cards">${facts.services.map((each) => service(each, shown)).join('')}</ul>${more}`,
  );
}

function service(
  { planName, reference, state, usage, ...speeds }: PageService,
  { texts, format }: Shown,
): string {
  const speed = texts.speed(format.speed(speeds.downloadSpeedMbps), format.speed(speeds.uploadSpeedMbps));
  return `<li><h3><bdi>${escaped(planName)}</bdi>${reference ? ` <small><bdi>${escaped(reference)}</bdi></small>` : ''}</h3>
<p class="state ${state.is}">${escaped(texts.states[state.is](state.at ? format.day(state.at) : ''))}</p>
<p class="quiet">${escaped(speed)}</p>${usage ? usageOf(usage, texts, format) : ''}</li>`;
}

function usageOf(
  { octets, cap, isThrottled }: NonNullable<PageService['usage']>,
  texts: CustomerTexts,
  format: Format,
): string {
  const text =
    cap === null
      ? texts.used(format.octets(octets))
      : texts.usedOf(format.octets(octets), format.octets(cap));
  const bar =
    cap === null
      ? ''
      : `<progress max="${cap}" value="${Math.min(octets, cap)}" aria-label="${escaped(text)}"></progress>`;
  return `${bar}<p class="quiet">${escaped(text)}</p>${isThrottled ? `<p class="state overdue">${escaped(texts.throttled)}</p>` : ''}`;
}

function invoices({ facts, texts, format, path, query }: Shown): string {
  if (facts.invoices.length === 0)
    return section(texts.invoices, `<p class="quiet">${escaped(texts.noInvoices)}</p>`);
  const row = ({ id, number, issuedAt, status, total, currency }: PageInvoice) =>
    `<li><a href="${path}/invoices/${id}.pdf">${escaped(number ?? id)} <small>PDF</small></a><span>${escaped(format.day(issuedAt))}</span>
<span class="amount">${escaped(format.money(toMajor(total, currency), currency))}</span><span class="status ${status}">${escaped(texts.statuses[status])}</span></li>`;
  const older = facts.before
    ? `<p><a href="${path}${query ? `${query}&` : '?'}before=${facts.before}">${escaped(texts.older)}</a></p>`
    : '';
  return section(texts.invoices, `<ul class="rows">${facts.invoices.map(row).join('')}</ul>${older}`);
}

function contact({ facts, texts }: Shown): string {
  const { phone, email, website } = facts.issuer;
  const links = [
    phone && `<a href="tel:${escaped(phone)}">${escaped(phone)}</a>`,
    email && `<a href="mailto:${escaped(email)}">${escaped(email)}</a>`,
    website && `<a href="${escaped(website)}" rel="noreferrer">${escaped(website)}</a>`,
  ].filter(Boolean);
  return links.length > 0 ? section(texts.contact, `<p class="links">${links.join('')}</p>`) : '';
}
