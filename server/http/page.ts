import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { escaped } from '../contract/escaped.ts';

/** The content of a page. */
export type Notice = {
  status: number;
  /** The language of its texts; English by default. */
  lang?: string;
  tone: 'good' | 'calm' | 'bad';
  title: string;
  text: string;
  /** A link below the text, to a path of this site. */
  action?: { label: string; href: string };
  /** Seconds after which the browser reloads the page. */
  refresh?: number;
  /** The name above the title, of who the page is from. */
  from?: string;
  /** A link at the end, to the page that led here. */
  back?: { label: string; href: string } | undefined;
  /** Forms below the link, which this site answers. */
  forms?: readonly Form[];
  /** Labels and values below the text. The last one is the total. */
  details?: (readonly [label: string, value: string])[];
  /** Values below all that the reader copies to pay elsewhere. */
  payTo?: { title: string; text: string; details: (readonly [label: string, value: string])[] };
};

/** A form with a button and at most one field. */
export type Form = {
  action: string;
  label: string;
  hidden: Readonly<Record<string, string>>;
  field?: { name: string; label: string; hint: string };
};

/** The colours, texts and fields of all documents. `--on-brand` is the colour of a text on `--brand`. */
export const BASE_CSS = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--line:#dfe3e9;--text:#1b2230;--soft:#566072;--brand:#3152c8;--on-brand:#fff;--link:#3152c8;--good:#17784a;--bad:#b42318}
@media (prefers-color-scheme:dark){:root{--bg:#12161d;--card:#1a202a;--line:#333c4b;--text:#eef1f6;--soft:#aab3c2;--brand:#3d5ed4;--link:#a9bcff;--good:#84dba9;--bad:#ffa3a3}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{margin:0;font-size:1.5rem;line-height:1.25}
p{margin:0}
dt,small{color:var(--soft)}
dd{margin:0;font-variant-numeric:tabular-nums}
label{font-weight:600}
input:not([type=radio]){width:100%;padding:10px 12px;border:1px solid var(--soft);border-radius:8px;background:var(--card);color:var(--text);font:inherit}
button{padding:10px 18px;border:0;border-radius:8px;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
`;

const CSS = `${BASE_CSS}
body{min-height:100vh;display:grid;place-items:center;padding:24px 16px}
main{width:100%;max-width:440px;padding:32px;background:var(--card);border:1px solid var(--line);border-top:4px solid var(--tone);border-radius:12px}
.good{--tone:var(--good)}.calm{--tone:var(--link)}.bad{--tone:var(--bad)}
.from{margin:0 0 20px;color:var(--soft);font-weight:600;overflow-wrap:anywhere}
h1{margin-bottom:8px}
dl{margin:24px 0 0;padding-top:16px;border-top:1px solid var(--line);display:grid;gap:8px}
dl div{display:flex;justify-content:space-between;gap:16px}
dd{text-align:right;overflow-wrap:anywhere}
dl div:last-child dd{font-weight:700}
a{display:inline-block;margin-top:24px;padding:10px 18px;border-radius:8px;background:var(--brand);color:var(--on-brand);font-weight:600;text-decoration:none}
h2{margin:24px 0 4px;padding-top:16px;border-top:1px solid var(--line);font-size:1rem}
h2~dl{margin-top:8px;padding:0;border:0}
h2~dl dd{font-weight:700;user-select:all}
.back{margin-top:24px}
a.plain{margin:0;padding:0;background:none;color:var(--link)}
form{margin:24px 0 0;padding-top:16px;border-top:1px solid var(--line);display:grid;gap:6px}
button{justify-self:start;margin-top:8px}
`;

/** A document without scripts. */
type Document = {
  status: number;
  lang: string;
  title: string;
  /** The content of `<body>`, as HTML. */
  body: string;
  /** Its only styles. */
  css: string;
  /** Whether it has forms. A form posts to this site, which then leads to the page of a gateway. */
  hasForms: boolean;
  /** For a page with an address that is no secret: with `no-referrer` browsers send `Origin: null` with its forms. */
  referrerPolicy?: 'same-origin';
  refresh?: number | undefined;
};

const policyOf = ({ css, hasForms }: Document) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForms ? "'self' https:" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of all that is behind a link with a token: nothing keeps it, indexes it or sends its address to others. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** Sends a document for browsers that are not signed in. */
export function sendDocument(res: ServerResponse, document: Document, headOnly = false): void {
  const { status, lang, title, body, css, refresh, referrerPolicy } = document;
  const html = `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="/favicon.svg">
<style>${css}</style>
</head>
<body>
${body}
</body>
</html>
`;
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'content-security-policy': policyOf(document),
    ...privateHeaders,
    ...(referrerPolicy && { 'referrer-policy': referrerPolicy }),
    ...(refresh ? { refresh: String(refresh) } : {}),
  });
  res.end(headOnly ? undefined : html);
}

/** Sends a notice as plain HTML without scripts, for browsers that are not signed in. */
export function sendPage(res: ServerResponse, notice: Notice, headOnly = false): void {
  const { status, lang = 'en', title, refresh, forms } = notice;
  const body = render(notice);
  const document = { status, lang, title, body, css: CSS, hasForms: forms !== undefined, refresh };
  sendDocument(res, document, headOnly);
}

function render({ tone, title, text, from, details, action, forms = [], payTo, back }: Notice): string {
  return `<main class="${tone}">
${from ? `<p class="from">${escaped(from)}</p>` : ''}
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${details ? list(details) : ''}
${action ? `<a href="${escaped(action.href)}">${escaped(action.label)}</a>` : ''}
${forms.map(form).join('\n')}
${payTo ? `<h2>${escaped(payTo.title)}</h2><p>${escaped(payTo.text)}</p>${list(payTo.details)}` : ''}
${back ? `<p class="back"><a class="plain" href="${escaped(back.href)}">${escaped(back.label)}</a></p>` : ''}
</main>`;
}

function list(details: NonNullable<Notice['details']>): string {
  const items = details.map(
    ([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

function form({ action, label, hidden, field }: Form): string {
  const given = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  const id = field && `${hidden.rail ?? ''}-${field.name}`;
  const entered =
    field &&
    `<label for="${escaped(id ?? '')}">${escaped(field.label)}</label>
<input id="${escaped(id ?? '')}" name="${escaped(field.name)}" type="tel" maxlength="40" autocomplete="tel">
<small>${escaped(field.hint)}</small>`;
  return `<form method="post" action="${escaped(action)}">${given.join('')}${entered ?? ''}<button>${escaped(label)}</button></form>`;
}
