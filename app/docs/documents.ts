import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';

/** The guides of `docs/guides`, in the order in which an integrator reads them, and what each is for. */
const guides = {
  'try-every-button': 'The demo account with its simulated routers, phones, gateways and Splynx.',
  quickstart: 'From a pair of keys to an event that confirms money, in ten minutes.',
  onboarding: 'Create a customer, take the first payment, send a technician, and admit the router.',
  'a-year-in-the-sandbox':
    'Take one customer through renewals, a plan change, grace, suspension and reactivation with the test clock.',
  'plan-changes-and-holds': 'Change plan and price of a running subscription, hold access, and end service.',
  credit: 'Record money that is for no debt in particular, and let it settle what a customer owes.',
  messages: 'Remind and inform customers by email and SMS, in their language.',
  'keep-a-copy-in-sync': 'A copy of your customers in another system: lists, cursors and the event feed.',
  paginate: 'Read a whole list by cursors, without a gap or a repetition.',
  'find-a-customer': 'By phone, email, account number, your own id or metadata, with what belongs to it.',
  'receive-webhooks': 'Verify the signature, answer in time, and handle repeated and late deliveries.',
  'change-the-api-version': 'Move a webhook to another form of its bodies.',
  'handle-errors': 'Read a failure, decide whether to send the request again, and report it.',
  idempotency: 'Send a request again after a lost answer, without a second effect.',
  'dry-run': 'See what a request would do, with all its events, before you send it.',
  'test-clock': 'Look ahead, and move the clock of a sandbox by days or to an instant.',
  limits: 'Sizes, rates, times, retention and versions on one page.',
  'the-sdk': 'The client for TypeScript and JavaScript.',
  'the-command': '`demarc` in a terminal: events on your machine, triggers, logs.',
  python: 'The API with the standard library of Python.',
  go: 'The API with the standard library of Go.',
  'going-live': 'What differs in a live account, and what to check before the first customer.',
  migrate: 'Move customers from Splynx or UISP without a gap in service or a double payment.',
  'import-customers': 'Bring customers, plans and services from another system or a spreadsheet.',
  'inbound-events': 'Report services of your own system, which become subscriptions.',
  'connect-splynx': 'Let services of Splynx become subscriptions, and write subscriptions to Splynx.',
  'connect-freeradius': 'Admit routers, account for their sessions, and change speed and access at once.',
  'connect-mpesa': 'Collect by prompt on the phone and by paybill, on your own short code.',
  'connect-paystack': 'Take cards, bank and mobile money on Paystack, on your own account.',
  'why-a-call-failed': 'Find a call of your program, why it was refused, and all that a call caused.',
  'add-a-payment-rail': 'Add a way to pay to Demarc itself, such as mobile money.',
};
export type GuideName = keyof typeof guides;
export const guideNames = Object.keys(guides) as GuideName[];

/** The Markdown files in `docs` that have a page, by the path of the page. */
const files = new Map([
  ...guideNames.map((name) => [`/docs/guides/${name}`, `guides/${name}.md`] as const),
  ['/docs/contract', 'contract.md'],
  ['/docs/glossary', 'glossary.md'],
  ['/docs/changelog', 'changelog.md'],
]);

/** The tables of these pages have an anchor for each row, named by its first cell. */
const pagesOfTerms = new Set(['/docs/glossary']);

type Section = {
  id: string;
  title: string;
  /** 2 and 3 for `##` and `###`. */
  depth: number;
  /** All text up to the next heading, without code. */
  text: string;
};

export type MarkdownDocument = {
  /** The path of its page. */
  path: string;
  title: string;
  /** Everything after the title. */
  tokens: Token[];
  /** The anchors of headings, and of the rows of tables of terms. */
  ids: Map<Token | Tokens.TableCell, string>;
  sections: Section[];
  /** The rows of tables of terms: the term and its meaning. */
  terms: { id: string; term: string; meaning: string }[];
};

const parsed = new Map<string, MarkdownDocument>();

export function guide(name: GuideName): MarkdownDocument & { about: string } {
  return { ...markdownDocument(`/docs/guides/${name}`), about: guides[name] };
}

/** All documents, guides first. */
export function allDocuments(): MarkdownDocument[] {
  return [...files.keys()].map(markdownDocument);
}

/**
 * The document of a page, read once.
 * @throws Error for a page without a document
 */
export function markdownDocument(path: string): MarkdownDocument {
  const known = parsed.get(path);
  if (known) return known;
  const file = files.get(path);
  if (!file) throw new Error(`${path} has no Markdown file`);
  const made = parse(path, readFileSync(join(process.cwd(), 'docs', file), 'utf8'));
  parsed.set(path, made);
  return made;
}

/**
 * The target of a link between documents: files become pages.
 * @throws Error for a file without a page
 */
export function hrefFrom(path: string, href: string): string {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${files.get(path)}`);
  const page = [...files].find(([, file]) => `/${file}` === pathname)?.[0];
  if (!page) throw new Error(`${path} links to ${href}, which has no page`);
  return page + hash;
}

function parse(path: string, source: string): MarkdownDocument {
  const [first, ...tokens] = lexer(source);
  if (first?.type !== 'heading') throw new Error(`${path} does not begin with a title`);
  const made: MarkdownDocument = {
    path,
    title: textOf([first]),
    tokens,
    ids: new Map(),
    sections: [],
    terms: [],
  };
  const newId = uniqueIds();
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = textOf([token]);
      const id = newId(title);
      made.ids.set(token, id);
      made.sections.push({ id, title, depth: token.depth, text: '' });
    } else if (token.type === 'table' && pagesOfTerms.has(path)) {
      for (const [name, meaning] of (token as Tokens.Table).rows) {
        if (!name) continue;
        const term = textOf(name.tokens);
        const id = newId(term);
        made.ids.set(name, id);
        made.terms.push({ id, term, meaning: meaning ? textOf(meaning.tokens) : '' });
      }
    } else {
      const section = made.sections.at(-1);
      if (section) section.text = `${section.text} ${textOf([token])}`.trim();
    }
  }
  return made;
}

/** Anchors as GitHub makes them, so that links work in both places. */
export function uniqueIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const id = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = used.get(id) ?? 0;
    used.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
}

/** The text of tokens in one line, without blocks of code. */
export function textOf(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'code' || token.type === 'space') return ' ';
      if (token.type === 'list')
        return (token as Tokens.List).items.map((item) => textOf(item.tokens)).join(' ');
      if (token.type === 'table') {
        const { rows } = token as Tokens.Table;
        return rows.map((row) => row.map((cell) => textOf(cell.tokens)).join(' ')).join(' ');
      }
      if ('tokens' in token && token.tokens) return textOf(token.tokens);
      return 'text' in token ? token.text : '';
    })
    .join('')
    .replace(/\s+/g, ' ');
}
