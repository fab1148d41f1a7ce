import type { Language } from '../contract/enums.ts';

/** The content of an email, without its form. The HTML part and the plain text part contain the same texts. */
export type EmailContent = {
  subject: string;
  /** The line that a list of emails shows beside the subject. */
  preview: string;
  tone: 'plain' | 'good' | 'warning' | 'alert';
  /** The small line above the headline. */
  topic: string;
  headline: string;
  /** Formatted, with its currency; null for an email that is not about an amount. */
  amount: string | null;
  paragraphs: string[];
  rows: [label: string, value: string][];
  /** The page that the email leads to. */
  link?: { label: string; url: string };
  /** What the reader does next. */
  next: { title: string; lines: string[] } | null;
};

/** The sender at the end of an email, with the ways to reach them. */
export type Signature = {
  name: string;
  legalName: string | null;
  lines: string[];
  isSandbox: boolean;
  language: Language;
  /** The logo, by the address that the HTML has of it. */
  logo: { src: string; width: number; height: number } | null;
};

/** A rendered email without its attachments. */
export type EmailMessage = {
  from: { name: string; address: string };
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
};
