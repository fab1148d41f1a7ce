import type { Minor } from '../contract/money.ts';
import { formatDayAt, formatMinor } from '../documents/labels.ts';
import { env } from '../env.ts';
import type { EmailContent } from './message.ts';

/** What every email to a subscriber needs. */
type Facts = {
  /** Empty when unknown. */
  firstName: string;
  /** What happened, as the event of the email says it. */
  statement: string;
  amount: Minor;
  currency: string;
  /** The number of the invoice; null without an invoice. */
  number: string | null;
  /** The service, or what was paid for. */
  what: string | null;
  at: Date;
  timeZone: string;
  /** How to pay, as the provider wrote it. */
  paymentInstructions: string | null;
};

type Overdue = Facts & {
  /** End of the grace period. */
  until: Date;
};
type Receipt = Facts & {
  reference: string;
  /** End of the period that the payment is for. */
  paidUntil: Date | null;
  refundDue: boolean;
};

const greeting = ({ firstName }: { firstName: string }) => (firstName ? `Hello ${firstName},` : 'Hello,');

function howToPay({ paymentInstructions, number }: Facts): EmailContent['next'] {
  const lines = linesOf(paymentInstructions);
  if (number) lines.push(`Please quote ${number} with your payment.`);
  return { title: 'How to pay', lines };
}

function linesOf(text: string | null): string[] {
  return (text ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
}

function rowsOf(facts: Facts, more: [string, string | null][]): [string, string][] {
  const all: [string, string | null][] = [['Invoice', facts.number], ['For', facts.what], ...more];
  return all.filter((row): row is [string, string] => Boolean(row[1]));
}

/** An invoice was issued: with an amount due, or paid from credit. */
export function invoiceEmail(facts: Facts & { fromCredit: boolean }): EmailContent {
  const amount = formatMinor(facts.amount, facts.currency);
  const topic = `Invoice ${facts.number}`;
  const paragraphs = [greeting(facts), `${facts.statement} It is attached as a PDF for your records.`];
  if (facts.fromCredit) {
    const [subject, headline] = [
      `Your invoice ${facts.number}: ${amount}, paid from your credit`,
      'Paid from your credit',
    ];
    const rows = rowsOf(facts, [['Amount', amount]]);
    return {
      subject,
      preview: facts.statement,
      tone: 'good',
      topic,
      headline,
      amount,
      paragraphs,
      rows,
      next: null,
    };
  }
  const due = formatDayAt(facts.at, facts.timeZone);
  return {
    subject: `Your invoice ${facts.number}: ${amount}, due ${due}`,
    preview: facts.statement,
    tone: 'plain',
    topic,
    headline: `Due on ${due}`,
    amount,
    paragraphs,
    rows: rowsOf(facts, [
      ['Amount due', amount],
      ['Due date', due],
    ]),
    next: howToPay(facts),
  };
}

/** A cycle ended and the next one is not paid. Service continues for the grace period. */
export function overdueEmail(facts: Overdue): EmailContent {
  const amount = formatMinor(facts.amount, facts.currency);
  const due = formatDayAt(facts.at, facts.timeZone);
  const until = formatDayAt(facts.until, facts.timeZone);
  return {
    subject: `Payment overdue: please pay ${amount} by ${until}`,
    preview: facts.statement,
    tone: 'warning',
    topic: facts.number ? `Invoice ${facts.number} is overdue` : 'Payment overdue',
    headline: `Please pay by ${until}`,
    amount,
    paragraphs: [
      greeting(facts),
      facts.statement,
      'If you have already paid in the last few days, thank you. You do not need to do anything else.',
    ],
    rows: rowsOf(facts, [
      ['Amount due', amount],
      ['Due date', due],
      ['Service on until', until],
    ]),
    next: howToPay(facts),
  };
}

/** The grace period has ended and service is off. */
export function suspensionEmail(facts: Facts): EmailContent {
  const since = formatDayAt(facts.at, facts.timeZone);
  return {
    subject: 'Your internet service is suspended',
    preview: 'Your service resumes as soon as you pay. No new installation is needed.',
    tone: 'alert',
    topic: 'Service suspended',
    headline: 'Your internet service is suspended',
    amount: null,
    paragraphs: [
      greeting(facts),
      `${facts.statement} The open invoice is cancelled. You owe nothing for the time without service.`,
      'You can resume your service at any time. Pay for a new period and it is on again at once, with the same equipment and settings.',
    ],
    rows: rowsOf({ ...facts, number: null }, [['Suspended on', since]]),
    next: {
      title: 'How to resume your service',
      lines: [
        ...linesOf(facts.paymentInstructions),
        'Reply to this email or call us if you would like to change your plan or need more time.',
      ],
    },
  };
}

/** A payment is complete. */
export function receiptEmail(facts: Receipt): EmailContent {
  const amount = formatMinor(facts.amount, facts.currency);
  const on = formatDayAt(facts.at, facts.timeZone);
  const close = facts.refundDue ? 'You do not need to do anything.' : 'Thank you.';
  return {
    subject: `Receipt for your payment of ${amount}`,
    preview: facts.statement,
    tone: 'good',
    topic: 'Payment received',
    headline: `Received on ${on}`,
    amount,
    paragraphs: [greeting(facts), `${facts.statement} ${close}`],
    rows: rowsOf(facts, [
      ['Amount received', amount],
      ['Received on', on],
      ['Reference', facts.reference],
      ['Paid until', facts.paidUntil && formatDayAt(facts.paidUntil, facts.timeZone)],
    ]),
    next: null,
  };
}

/** What an email to staff about a webhook needs. */
type Webhook = { firstName: string; url: string; at: Date; timeZone: string; isSandbox: boolean };

const webhookOf = ({ isSandbox }: Webhook) => (isSandbox ? 'sandbox webhook' : 'webhook');

function webhookRows({ url }: Webhook, more: [string, string][]): [string, string][] {
  return [['Webhook', url], ...more];
}

/** A webhook has failed for a good part of the time after which it is disabled. */
export function webhookFailingEmail(facts: Webhook & { until: Date }): EmailContent {
  const since = formatDayAt(facts.at, facts.timeZone);
  const until = formatDayAt(facts.until, facts.timeZone);
  return {
    subject: `A ${webhookOf(facts)} is failing and will be disabled on ${until}`,
    preview: `No delivery to ${facts.url} has succeeded since ${since}.`,
    tone: 'warning',
    topic: 'Webhook failing',
    headline: `Disabled on ${until} unless a delivery succeeds`,
    amount: null,
    paragraphs: [
      greeting(facts),
      `Every delivery to this ${webhookOf(facts)} has failed since ${since}. If none succeeds before ${until}, we will disable it. Pending deliveries then wait until you enable it again.`,
    ],
    rows: webhookRows(facts, [
      ['Failing since', since],
      ['Disabled on', until],
    ]),
    next: {
      title: 'What to do',
      lines: [
        'Open the webhook in the portal, under Developers, and read the responses to the last attempts.',
        'One successful delivery is enough to keep it enabled.',
      ],
    },
  };
}

/** A webhook was disabled: deliveries failed for too long, or its endpoint answered 410 Gone. */
export function webhookDisabledEmail(facts: Webhook): EmailContent {
  const on = formatDayAt(facts.at, facts.timeZone);
  return {
    subject: `A ${webhookOf(facts)} has been disabled`,
    preview: `Events are no longer sent to ${facts.url}.`,
    tone: 'alert',
    topic: 'Webhook disabled',
    headline: 'Events are no longer sent',
    amount: null,
    paragraphs: [
      greeting(facts),
      `We disabled this ${webhookOf(facts)} on ${on} because its deliveries failed. Pending deliveries wait. New events are not queued for it.`,
    ],
    rows: webhookRows(facts, [['Disabled on', on]]),
    next: {
      title: 'What to do',
      lines: [
        'Enable it in the portal, under Developers, when its endpoint works again. Pending deliveries are then sent.',
        'Replay the events that it missed in the meantime. You can also read them in the portal and in the API.',
      ],
    },
  };
}

/** What the daily email to a person of the team needs. */
type Notifications = { firstName: string; statements: string[]; organisation: string; isSandbox: boolean };

/** What needs a person, once a day. */
export function notificationsEmail(facts: Notifications): EmailContent {
  const { statements, organisation, isSandbox } = facts;
  const count = statements.length === 1 ? '1 thing needs' : `${statements.length} things need`;
  const account = isSandbox ? `the sandbox of ${organisation}` : organisation;
  return {
    subject: `${count} attention at ${account}`,
    preview: statements[0] ?? '',
    tone: 'warning',
    topic: 'Notifications',
    headline: `${count} attention`,
    amount: null,
    paragraphs: [greeting(facts), ...statements],
    rows: [],
    link: { label: 'Show notifications', url: `${env.PUBLIC_URL}/notifications` },
    next: {
      title: 'Why you get this email',
      lines: [
        'You chose a daily email about what you have not read in the portal. Change it in the portal:',
        `${env.PUBLIC_URL}/settings/notifications`,
      ],
    },
  };
}
