import type { Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { env } from '@/server/env.ts';
import { CodeChoice } from './code-choice.tsx';
import { codeHtml } from './code-html.ts';
import classes from './docs.module.css';
import type { MarkdownDocument } from './documents.ts';
import { Example } from './example.tsx';
import { withServerAddress } from './server-address.ts';
import { textHtml } from './text-html.ts';

/** The labels of blocks of code, by the word behind their fence. */
const labels: Record<string, string> = {
  sh: 'Shell',
  text: 'Output',
  js: 'Node',
  ts: 'TypeScript',
  json: 'JSON',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
};

/** The parts of a document by its path: the same for each reader. */
const rendered = new Map<string, ReactNode[]>();

/** A document of `docs/` with the components of the documentation. */
export function Markdown({ document }: { document: MarkdownDocument }) {
  const known = rendered.get(document.path);
  if (known) return known;
  const parts = partsOf(document).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document keep their order
    <Fragment key={index}>{part}</Fragment>
  ));
  rendered.set(document.path, parts);
  return parts;
}

/** Blocks of code, and what is between them as one text. */
function partsOf(document: MarkdownDocument): ReactNode[] {
  const blocks = document.tokens.filter(({ type }) => type !== 'space');
  const parts: ReactNode[] = [];
  let heading = document.title;
  let html = '';
  const endText = () => {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the documents are files of the project
    if (html) parts.push(<div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />);
    html = '';
  };
  for (const [index, token] of blocks.entries()) {
    if (token.type === 'heading') heading = token.text;
    if (token.type === 'code') {
      endText();
      parts.push(codePart(token as Tokens.Code, blocks[index - 1], blocks[index + 1]));
    } else html += textHtml([token], document, heading);
  }
  endText();
  return parts;
}

const shownCode = (code: string) => withServerAddress(code, env.PUBLIC_URL.replace(/\/$/, ''));

function codePart(token: Tokens.Code, before: Token | undefined, next: Token | undefined): ReactNode {
  if (isCode(before, 'sh') && isCode(token, 'ts')) return null;
  // The same step in both languages, of which one is shown.
  if (isCode(token, 'sh') && isCode(next, 'ts'))
    return <CodeChoice examples={[token, next].map(exampleOf)} />;
  if (token.text.trim() === '') return null;
  const [language = ''] = (token.lang ?? '').split(' ');
  return (
    <Example label={labels[language] ?? 'Example'} language={language}>
      {shownCode(token.text)}
    </Example>
  );
}

function exampleOf({ lang = '', text }: Tokens.Code) {
  const code = shownCode(text);
  return { label: labels[lang] ?? '', code, html: codeHtml(lang, code) };
}

function isCode(token: Token | undefined, language: string): token is Tokens.Code {
  return token?.type === 'code' && token.lang === language;
}
