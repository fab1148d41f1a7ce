import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { lexer, type Token } from 'marked';
import { expect, test } from 'vitest';
import { allDocuments, guideNames, hrefFrom, textOf, uniqueIds } from './documents.ts';

const documents = allDocuments().map((document) => [document.path, document] as const);

test('every guide has a page', () => {
  const files = readdirSync('docs/guides').map((file) => file.replace(/\.md$/, ''));
  expect([...guideNames].sort()).toEqual(files.sort());
});

test.each(documents)('%s has a title, and an anchor of its own for each heading and term', (_, document) => {
  expect(document.title).not.toBe('');
  const ids = [...document.ids.values()];
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[\p{L}\p{N}_-]+$/u);
});

test.each(documents)('%s links to pages and anchors that exist', (path, document) => {
  for (const href of linksOf(document.tokens).map((link) => hrefFrom(path, link))) {
    if (/^https?:/.test(href)) continue;
    const [page, id] = href.startsWith('#') ? [path, href.slice(1)] : href.split('#');
    const target = documents.find(([each]) => each === page)?.[1];
    expect(target, href).toBeDefined();
    if (id) expect([...(target?.ids.values() ?? [])], href).toContain(id);
  }
});

/** Also those without a page. */
const everyFile = [
  ...['README.md', 'CONTRIBUTING.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(everyFile)('%s links to files and headings that exist', (path) => {
  const tokensOf = (file: string) => lexer(readFileSync(file, 'utf8'));
  for (const href of linksOf(tokensOf(path))) {
    if (/^(?:https?|mailto):/.test(href)) continue;
    const { pathname, hash } = new URL(href, `file:///${path}`);
    const file = pathname.slice(1);
    expect(existsSync(file), href).toBe(true);
    if (!hash || !file.endsWith('.md')) continue;
    const headings = tokensOf(file).filter(({ type }) => type === 'heading');
    const newId = uniqueIds();
    expect(
      headings.map((heading) => newId(textOf([heading]))),
      href,
    ).toContain(hash.slice(1));
  }
});

test.each(['cursor', 'pagination', 'postman', 'timezone', 'expand'])(
  'what a developer searches for has a section: %s',
  (word) => {
    const found = documents.filter(([, { title, sections }]) =>
      [title, ...sections.map(({ title: heading, text }) => `${heading} ${text}`)].some((text) =>
        new RegExp(`\\b${word}`, 'i').test(text),
      ),
    );
    expect(found.map(([path]) => path)).not.toEqual([]);
  },
);

test('a link to a file without a page is refused', () => {
  expect(() => hrefFrom('/docs/contract', 'decisions/0001-x.md')).toThrow('has no page');
  expect(hrefFrom('/docs/guides/dry-run', '../contract.md#dry-run')).toBe('/docs/contract#dry-run');
});

function linksOf(tokens: Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'link') return [token.href];
    const inner = 'items' in token ? token.items : 'tokens' in token ? token.tokens : [];
    const cells = token.type === 'table' ? [...token.header, ...token.rows.flat()] : [];
    return linksOf([...(inner ?? []), ...cells.flatMap((cell) => cell.tokens)]);
  });
}
