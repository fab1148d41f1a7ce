/** What a letter has to say, before it is given a form: the HTML and the plain text are made of the same words. */
export type Words = {
  subject: string;
  /** What a list of mails shows beside the subject. */
  preview: string;
  tone: 'plain' | 'good' | 'warning' | 'alert';
  /** The small line above the headline. */
  about: string;
  headline: string;
  /** The sum it is about, when there is one. */
  amount: string | null;
  paragraphs: string[];
  rows: [label: string, value: string][];
  /** What the reader does next. */
  next: { title: string; lines: string[] } | null;
};

/** Who signs a letter, and where the reader finds them. */
export type Signature = { name: string; legalName: string | null; lines: string[]; isSandbox: boolean };

/** A mail that can be sent. */
export type Letter = {
  from: { name: string; address: string };
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
};
