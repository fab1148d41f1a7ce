import type { AccessEmailKind } from '../contract/enums.ts';
import { formatDayAt } from '../documents/labels.ts';
import type { EmailContent } from './message.ts';

/** What an email about access to the portal needs. */
type Facts = {
  /** The reader; null for a person without an account. */
  name: string | null;
  email: string;
  organisation: string;
  by?: string;
  role?: string;
  /** The address that replaces the one of the reader. */
  newEmail?: string;
  at: Date;
  /** When the link expires. */
  until: Date | null;
  timeZone: string;
  url: string | null;
};

const templates: Record<AccessEmailKind, (facts: Facts) => EmailContent> = {
  INVITATION: (facts) => ({
    ...frame,
    subject: `${facts.by} invites you to ${facts.organisation} on Demarc`,
    preview: `Join the team of ${facts.organisation} as ${facts.role}.`,
    topic: 'Invitation',
    headline: `Join ${facts.organisation}`,
    paragraphs: [
      greeting(facts),
      `${facts.by} invites you to the team of ${facts.organisation} on Demarc.`,
      `The link works once, until ${untilOf(facts)}. If you do not expect it, ignore this email.`,
    ],
    rows: [
      ['Organisation', facts.organisation],
      ['Role', facts.role ?? ''],
      ['Email', facts.email],
    ],
    ...linkOf(facts, 'Accept the invitation'),
  }),
  PASSWORD_RESET: (facts) => ({
    ...frame,
    subject: 'Choose a new password for Demarc',
    preview: 'The link works once, for one hour.',
    topic: 'Password reset',
    headline: 'Choose a new password',
    paragraphs: [
      greeting(facts),
      'Somebody asked for a new password for your account. The link works once, for one hour.',
      'If it was not you, ignore this email. Your password stays as it is.',
    ],
    rows: [['Account', facts.email]],
    ...linkOf(facts, 'Choose a new password'),
  }),
  EMAIL_CONFIRMATION: (facts) => ({
    ...frame,
    subject: 'Confirm your email address for Demarc',
    preview: 'Your account uses this address once it is confirmed.',
    topic: 'Email address',
    headline: 'Confirm this email address',
    paragraphs: [
      greeting(facts),
      'Your account will use this address to sign in, once you confirm it. The link works once, for one hour.',
      'If you did not ask for this, ignore this email.',
    ],
    rows: [['New address', facts.email]],
    ...linkOf(facts, 'Confirm the address'),
  }),
  EMAIL_CHANGE_REQUESTED: (facts) => ({
    ...frame,
    subject: 'A new email address was requested for your Demarc account',
    preview: `The account would sign in with ${facts.newEmail}, once that address is confirmed.`,
    tone: 'warning',
    topic: 'Email address',
    headline: 'A new email address was requested',
    paragraphs: [
      greeting(facts),
      `Your account will sign in with ${facts.newEmail}, once that address is confirmed. Until then nothing changes.`,
    ],
    rows: [
      ['Present address', facts.email],
      ['New address', facts.newEmail ?? ''],
      ['Requested on', formatDayAt(facts.at, facts.timeZone)],
    ],
    next: {
      title: 'If it was not you',
      lines: [
        'Set a new password at once. It ends the request and all your sessions.',
        `Then inform an owner of ${facts.organisation}.`,
      ],
    },
  }),
  EMAIL_CHANGED: (facts) => ({
    ...frame,
    subject: 'The email address of your Demarc account has changed',
    preview: `The account signs in with ${facts.newEmail} from now on.`,
    tone: 'warning',
    topic: 'Email address',
    headline: 'The email address of your account has changed',
    paragraphs: [
      greeting(facts),
      `Your account signs in with ${facts.newEmail} from now on, and no longer with this address.`,
    ],
    rows: [
      ['Old address', facts.email],
      ['New address', facts.newEmail ?? ''],
      ['Changed on', formatDayAt(facts.at, facts.timeZone)],
    ],
    next: {
      title: 'If it was not you',
      lines: [`Tell an owner of ${facts.organisation} at once. An owner can end your access.`],
    },
  }),
};

/** An email about access to the portal. */
export function accessEmail(kind: AccessEmailKind, facts: Facts): EmailContent {
  return templates[kind](facts);
}

const frame = { tone: 'plain', amount: null, next: null } as const;
const greeting = ({ name }: Facts) => (name ? `Hello ${name},` : 'Hello,');
const untilOf = ({ until, at, timeZone }: Facts) => formatDayAt(until ?? at, timeZone);
const linkOf = ({ url }: Facts, label: string) => (url ? { link: { label, url } } : {});
