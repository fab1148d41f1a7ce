import { readdirSync } from 'node:fs';
import type { Token } from 'marked';
import { expect, test } from 'vitest';
import { allDocuments, guideNames, hrefFrom } from './documents.ts';

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
