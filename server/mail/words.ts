import type { Minor } from '../contract/money.ts';
import { inMoney, onDay } from '../documents/labels.ts';
import type { Words } from './letter.ts';

/** What every letter knows. Amounts in minor units. */
type Facts = {
  /** The reader, as one calls them. */
  firstName: string;
  amount: Minor;
  currency: string;
  /** Of the invoice, where there is one. */
  number: string | null;
  /** The service or what was paid for. */
  what: string | null;
  at: Date;
  timeZone: string;
  /** How to pay, in the provider's own words. */
  paymentInstructions: string | null;
};

type Overdue = Facts & { until: Date };
type Receipt = Facts & {
  reference: string;
  /** What is paid for lasts to here. */
  paidUntil: Date | null;
  refundDue: boolean;
};

const greeting = ({ firstName }: { firstName: string }) => (firstName ? `Hello ${firstName},` : 'Hello,');

function howToPay({ paymentInstructions, number }: Facts): Words['next'] {
  const lines = (paymentInstructions ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  if (number) lines.push(`Please quote ${number} with your payment.`);
  return { title: 'How to pay', lines };
}

function rowsOf(facts: Facts, more: [string, string | null][]): [string, string][] {
  const all: [string, string | null][] = [['Invoice', facts.number], ['For', facts.what], ...more];
  return all.filter((row): row is [string, string] => Boolean(row[1]));
}

/** An invoice was issued and something is due on it. */
export function invoiceWords(facts: Facts): Words {
  const amount = inMoney(facts.amount, facts.currency);
  const due = onDay(facts.at, facts.timeZone);
  return {
    subject: `Your invoice ${facts.number}: ${amount}, due ${due}`,
    preview: `${amount} is due on ${due}. The invoice is attached.`,
    tone: 'plain',
    about: `Invoice ${facts.number}`,
    headline: `due on ${due}`,
    amount,
    paragraphs: [
      greeting(facts),
      `Here is your invoice for ${facts.what ?? 'your service'}. It is attached as a PDF for your records.`,
    ],
    rows: rowsOf(facts, [
      ['Amount due', amount],
      ['Due', due],
    ]),
    next: howToPay(facts),
  };
}

/** A period ended and the next is not paid: service goes on for the days of grace. */
export function overdueWords(facts: Overdue): Words {
  const amount = inMoney(facts.amount, facts.currency);
  const until = onDay(facts.until, facts.timeZone);
  return {
    subject: `Payment overdue: please pay ${amount} by ${until}`,
    preview: `We have not received ${amount} yet. Your service stays on until ${until}.`,
    tone: 'warning',
    about: facts.number ? `Invoice ${facts.number} is overdue` : 'Payment overdue',
    headline: `please pay by ${until}`,
    amount,
    paragraphs: [
      greeting(facts),
      `We have not received your payment, which was due on ${onDay(facts.at, facts.timeZone)}. Your service stays on for now: it will be suspended on ${until} unless the payment reaches us before.`,
      'If you have paid in the last few days, thank you. There is nothing more to do.',
    ],
    rows: rowsOf(facts, [
      ['Amount due', amount],
      ['Was due', onDay(facts.at, facts.timeZone)],
      ['Service stays on until', until],
    ]),
    next: howToPay(facts),
  };
}

/** The days of grace are over and service is off. */
export function suspensionWords(facts: Facts): Words {
  const since = onDay(facts.at, facts.timeZone);
  const { paymentInstructions } = facts;
  return {
    subject: 'Your internet service is suspended',
    preview: 'It comes back as soon as you pay. Nothing needs to be installed anew.',
    tone: 'alert',
    about: 'Service suspended',
    headline: 'Your internet service is suspended',
    amount: null,
    paragraphs: [
      greeting(facts),
      `Your payment did not reach us in time, so we have suspended ${facts.what ?? 'your service'} on ${since}. The open invoice is cancelled: you owe nothing for the time without service.`,
      'You can come back whenever you like. Pay for a new period, and your service is on again at once, with the same equipment and settings.',
    ],
    rows: rowsOf({ ...facts, number: null }, [['Suspended on', since]]),
    next: {
      title: 'How to come back',
      lines: [
        ...(paymentInstructions ?? '').split(/\r?\n/).filter((line) => line.trim() !== ''),
        'Answer this mail or call us if you would like to change your plan, or need more time.',
      ],
    },
  };
}

/** Money has arrived. */
export function receiptWords(facts: Receipt): Words {
  const amount = inMoney(facts.amount, facts.currency);
  const on = onDay(facts.at, facts.timeZone);
  const thanks = facts.refundDue
    ? 'We have received your payment. It arrived for something that is no longer owed, so we will give it back to you. There is nothing you need to do.'
    : `We have received your payment for ${facts.what ?? 'your service'}. Thank you.`;
  return {
    subject: `Receipt: we have received ${amount}`,
    preview: `Thank you. Your payment of ${amount} arrived on ${on}.`,
    tone: 'good',
    about: 'Payment received',
    headline: `received on ${on}`,
    amount,
    paragraphs: [greeting(facts), thanks],
    rows: rowsOf(facts, [
      ['Received', amount],
      ['On', on],
      ['Reference', facts.reference],
      ['Paid until', facts.paidUntil && onDay(facts.paidUntil, facts.timeZone)],
    ]),
    next: null,
  };
}

/** What staff are told of a webhook that takes nothing. */
type Webhook = { firstName: string; url: string; at: Date; timeZone: string; isSandbox: boolean };

const webhookOf = ({ isSandbox }: Webhook) => (isSandbox ? 'sandbox webhook' : 'webhook');

function webhookRows({ url }: Webhook, more: [string, string][]): [string, string][] {
  return [['Webhook', url], ...more];
}

/** A webhook has taken nothing for a good part of the days after which it is disabled. */
export function webhookFailingWords(facts: Webhook & { until: Date }): Words {
  const since = onDay(facts.at, facts.timeZone);
  const until = onDay(facts.until, facts.timeZone);
  return {
    subject: `A ${webhookOf(facts)} is failing and will be disabled on ${until}`,
    preview: `Nothing has arrived at ${facts.url} since ${since}.`,
    tone: 'warning',
    about: 'Webhook failing',
    headline: `Disabled on ${until} unless it recovers`,
    amount: null,
    paragraphs: [
      greeting(facts),
      `Every delivery to this ${webhookOf(facts)} has failed since ${since}. If none arrives before ${until}, we will disable it. What is pending then waits.`,
    ],
    rows: webhookRows(facts, [
      ['Failing since', since],
      ['Will be disabled', until],
    ]),
    next: {
      title: 'What to do',
      lines: [
        'See in the portal, under Developers, what the last attempts met with.',
        'One delivery that arrives is enough: all failures before it are forgotten.',
      ],
    },
  };
}

/** A webhook was disabled because nothing arrived, or because its receiver said that it is gone. */
export function webhookDisabledWords(facts: Webhook): Words {
  const on = onDay(facts.at, facts.timeZone);
  return {
    subject: `A ${webhookOf(facts)} has been disabled`,
    preview: `Events are no longer sent to ${facts.url}.`,
    tone: 'alert',
    about: 'Webhook disabled',
    headline: 'Events are no longer sent',
    amount: null,
    paragraphs: [
      greeting(facts),
      `We have disabled this ${webhookOf(facts)} on ${on}, because its receiver takes no deliveries. Deliveries that were pending wait; events from now on are not queued for it.`,
    ],
    rows: webhookRows(facts, [['Disabled on', on]]),
    next: {
      title: 'How to go on',
      lines: [
        'Enable it in the portal, under Developers, when its receiver is well again: what waits goes out then.',
        'Replay the events it has missed meanwhile; they can be read all the time.',
      ],
    },
  };
}
