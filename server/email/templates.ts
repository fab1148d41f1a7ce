import { formatDayAt } from '../documents/labels.ts';
import { env } from '../env.ts';
import type { EmailContent } from './message.ts';

const greeting = ({ firstName }: { firstName: string }) => (firstName ? `Hello ${firstName},` : 'Hello,');

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
