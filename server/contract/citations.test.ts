import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const headings = new Set([...read('docs/contract.md').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading));

/** What the comments of a file cite: `Contract: Billing, RADIUS.` cites two headings. */
function citations(text: string): string[] {
  const unwrapped = text.replaceAll(/\n\s*(?:\*|\/\/) ?/g, ' ');
  return [...unwrapped.matchAll(/\bContract: ([^.;*]+)/g)].flatMap(([, cited = '']) =>
    cited.split(/, | and /).map((heading) => heading.trim()),
  );
}

const sources = ['server', 'app', 'components', 'drizzle/schema'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => ({ file: join(folder, file), text: read(join(folder, file)) })),
);

test('every citation of the contract names a heading of docs/contract.md', () => {
  const cited = sources.flatMap(({ file, text }) => citations(text).map((heading) => ({ file, heading })));
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ heading }) => !headings.has(heading))).toEqual([]);
});

test('no line of a comment has more than 140 characters', () => {
  const comments = sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, i) => (/^\s*(\/\/|\/?\*)/.test(line) ? [{ line, at: `${file}:${i + 1}` }] : [])),
  );
  expect(comments.length).toBeGreaterThan(1_000);
  expect(comments.filter(({ line }) => line.length > 140)).toEqual([]);
});

test('the index of the decisions names each of them', () => {
  const files = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md');
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file);
  expect(listed.sort()).toEqual(files.sort());
});

test('each path in CONTRIBUTING.md exists, those of the examples aside', () => {
  const named = [
    ...read('CONTRIBUTING.md').matchAll(/`((?:app|docs|drizzle|scripts|sdk|server|test)\/[^`\s]+)`/g),
  ].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([
    'server/domain/plan/archive.ts',
    'server/rails/NAME.ts',
  ]);
});
