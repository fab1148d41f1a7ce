import { lexer, type Token } from 'marked';
import { expect, test } from 'vitest';
import { codeHtml } from './code-html.ts';
import { allDocuments, type MarkdownDocument } from './documents.ts';
import { textHtml } from './text-html.ts';

const empty: MarkdownDocument = {
  path: '/docs/glossary',
  title: 'T',
  tokens: [],
  ids: new Map(),
  sections: [],
  terms: [],
};
const htmlOf = (source: string, ids: (tokens: Token[]) => MarkdownDocument['ids'] = () => new Map()) => {
  const tokens = lexer(source).filter(({ type }) => type !== 'space');
  return textHtml(tokens, { ...empty, ids: ids(tokens) }, 'A "name"');
};

test('text, code within it and addresses are escaped', () => {
  expect(htmlOf('a < b & "c" `<i>` [x](https://a.example/?b=1&c="2")')).toBe(
    '<p>a &lt; b &amp; &quot;c&quot; <code>&lt;i&gt;</code> <a href="https://a.example/?b=1&amp;c=&quot;2&quot;">x</a></p>\n',
  );
  expect(codeHtml('sh', 'echo "<b>" & true')).toMatch(/&lt;b&gt;/);
  expect(codeHtml('sh', 'echo "<b>" & true')).toMatch(/<span class="hljs-/);
  expect(codeHtml(undefined, '<b>')).toBe('&lt;b&gt;');
});

test('headings and rows of terms have their anchors, a table its name', () => {
  const html = htmlOf('## One\n\n| Term | Meaning |\n|---|---|\n| `a` | b |', ([heading, table]) => {
    if (heading?.type !== 'heading' || table?.type !== 'table') throw new Error('other blocks');
    return new Map([
      [heading, 'one'],
      [table.rows[0][0], 'a-row'],
    ]);
  });
  expect(html).toContain('<h2 id="one">One</h2>');
  expect(html).toContain('aria-label="A &quot;name&quot;"');
  expect(html).toMatch(
    /<tr id="a-row"><th scope="row"><a href="#a-row"[^>]*><code>a<\/code><\/a><\/th><td data-label="Meaning">/,
  );
});

test('a link between documents leads to a page', () => {
  expect(htmlOf('[x](contract.md#money)')).toContain('<a href="/docs/contract#money">');
});

test.each([
  ['HTML', '<div>x</div>'],
  ['an image', '![x](y.png)'],
  ['code in a list', '- a\n\n      code'],
])('%s is refused', (_, source) => {
  expect(() => htmlOf(source)).toThrow('/docs/glossary contains');
});

test('every document has only what its pages show', () => {
  for (const document of allDocuments()) {
    const texts = document.tokens.filter(({ type }) => type !== 'code');
    expect(textHtml(texts, document, document.title)).not.toBe('');
  }
});
