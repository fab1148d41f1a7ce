import type { Token, Tokens } from 'marked';
import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { env } from '@/server/env.ts';
import { CodeChoice } from './code-choice.tsx';
import { hrefFrom, type MarkdownDocument } from './documents.ts';
import { Example } from './example.tsx';
import { Highlighted } from './highlight.tsx';
import { ReferenceTable } from './reference-table.tsx';
import { withServerAddress } from './server-address.ts';

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

/** A document of `docs/` with the components of the documentation. */
export function Markdown({ document }: { document: MarkdownDocument }) {
  let heading = document.title;
  const blocks = document.tokens.filter(({ type }) => type !== 'space');
  return each(blocks, (token, index) => {
    if (token.type === 'heading') heading = token.text;
    const [before, next] = [blocks[index - 1], blocks[index + 1]];
    if (isCode(before, 'sh') && isCode(token, 'ts')) return null;
    if (!isCode(token, 'sh') || !isCode(next, 'ts')) return block(token, document, heading);
    // The same step in both languages, of which one is shown.
    const examples = [token, next].map(({ lang = '', text }) => {
      const code = shownCode(text);
      return { label: labels[lang] ?? '', code, shown: <Highlighted language={lang} code={code} /> };
    });
    return <CodeChoice examples={examples} />;
  });
}

const shownCode = (code: string) => withServerAddress(code, env.PUBLIC_URL.replace(/\/$/, ''));

function isCode(token: Token | undefined, language: string): token is Tokens.Code {
  return token?.type === 'code' && token.lang === language;
}

/** @param heading the name of a table for screen readers */
function block(token: Token, document: MarkdownDocument, heading: string): ReactNode {
  const inlineOf = (tokens: Token[] = []) => each(tokens, (part) => inline(part, document));
  switch (token.type) {
    case 'heading': {
      const Heading = token.depth === 2 ? 'h2' : 'h3';
      return <Heading id={document.ids.get(token)}>{inlineOf(token.tokens)}</Heading>;
    }
    case 'paragraph':
      return <p>{inlineOf(token.tokens)}</p>;
    case 'text':
      return inlineOf(token.tokens);
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      const List = ordered ? 'ol' : 'ul';
      return (
        <List>
          {items.map((item) => (
            <li key={item.raw}>{each(item.tokens, (part) => block(part, document, heading))}</li>
          ))}
        </List>
      );
    }
    case 'code': {
      if (token.text.trim() === '') return null;
      const [language = ''] = (token.lang ?? '').split(' ');
      return (
        <Example label={labels[language] ?? 'Example'} language={language}>
          {shownCode(token.text)}
        </Example>
      );
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return (
        <ReferenceTable
          label={heading}
          columns={header.map(({ text }) => text)}
          rows={rows.map((cells) => ({
            id: cells[0] && document.ids.get(cells[0]),
            cells: cells.map((cell) => inlineOf(cell.tokens)),
          }))}
        />
      );
    }
    case 'hr':
      return <hr />;
    case 'space':
      return null;
    default:
      throw new Error(`${document.path} contains a block of the type ${token.type}`);
  }
}

function inline(token: Token, document: MarkdownDocument): ReactNode {
  const inner = () =>
    'tokens' in token && token.tokens ? each(token.tokens, (part) => inline(part, document)) : null;
  switch (token.type) {
    case 'text':
      return inner() ?? token.text;
    case 'escape':
      return token.text;
    case 'strong':
      return <b>{inner()}</b>;
    case 'em':
      return <em>{inner()}</em>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'link': {
      const href = hrefFrom(document.path, token.href);
      if (!href.startsWith('/')) return <a href={href}>{inner()}</a>;
      return (
        <Link href={href} prefetch={false}>
          {inner()}
        </Link>
      );
    }
    default:
      throw new Error(`${document.path} contains a text of the type ${token.type}`);
  }
}

function each(tokens: Token[], render: (token: Token, index: number) => ReactNode): ReactNode[] {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document keep their order
    <Fragment key={index}>{render(token, index)}</Fragment>
  ));
}
