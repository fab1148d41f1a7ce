import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';

/** `docs/architecture.md` draws the imports between folders. The drawings are the rule; these tests compare them with the code. */

const root = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENT = 'docs/architecture.md';

/** The files that stand directly in the drawn folder. */
const FILES = '*.ts';

/** A folder that has a line of its own in a drawing, or `main.ts`, or the files of the drawn folder. */
type Row = { name: string; imports: string[]; layer: number };
type Drawing = { folder: string; rows: Row[] };

/** A drawing is a code block of the document that starts with the path of a folder. Indented lines are rows. */
function readDrawings(document: string): Drawing[] {
  return [...document.matchAll(/^```\n(\S+)\/\n([\s\S]*?)^```$/gm)].map(([, folder = '', lines = '']) => {
    let layer = 0;
    const rows: Row[] = [];
    for (const line of lines.split('\n')) {
      if (/^\S/.test(line)) layer += 1;
      const [, name, imports = ''] = /^ +(\S+)(?: +→ (.*))?$/.exec(line) ?? [];
      if (name) rows.push({ name, imports: imports.split(' ').filter(Boolean), layer });
    }
    return { folder, rows };
  });
}

type Import = { file: string; imported: string };

const sources = ['server', 'drizzle', 'app']
  .flatMap((top) => readdirSync(join(root, top), { recursive: true }).map((path) => join(top, String(path))))
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));

/** The imports of our own files: static, dynamic, of types, and re-exports. Paths start at the root of the repository. */
function importsOf(file: string): Import[] {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: Import[] = [];
  const add = (source: { type: string; value?: unknown } | null) => {
    if (!source) return;
    if (typeof source.value !== 'string') throw new Error(`${file} imports a path that is not a string.`);
    if (source.value.startsWith('.')) found.push({ file, imported: join(dirname(file), source.value) });
    if (source.value.startsWith('@/')) found.push({ file, imported: source.value.slice(2) });
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(program);
  return found;
}

const imports = sources.flatMap(importsOf);
const drawings = readDrawings(readFileSync(join(root, DOCUMENT), 'utf8'));

test('the server, its contract, its domain, the lifecycle and the pages are drawn', () => {
  expect(drawings.map(({ folder }) => folder)).toEqual([
    'server',
    'server/contract',
    'server/domain',
    'server/domain/lifecycle',
    'app/(portal)',
  ]);
});

describe.each(drawings)('$folder', ({ folder, rows }) => {
  /** The row of a file; null for a file outside the drawn folder that this drawing says nothing about. */
  function rowOf(path: string): string | null {
    if (!path.startsWith(`${folder}/`)) return folder === 'server' ? (path.split('/')[0] ?? null) : null;
    const [name = '', inner] = path.slice(folder.length + 1).split('/');
    return inner !== undefined || rows.some((row) => row.name === name) ? name : FILES;
  }

  /** The files that the drawing is about. `drizzle` is a row of the drawing of `server`. */
  const isAbout = (path: string) =>
    path.startsWith(`${folder}/`) || (folder === 'server' && path.startsWith('drizzle/'));

  /** Each import between two rows, as `from → to`, with one file that has it. */
  const used = new Map<string, Import>();
  for (const each of imports.filter(({ file }) => isAbout(file))) {
    const [from, to] = [rowOf(each.file), rowOf(each.imported)];
    if (from && to && from !== to) used.set(`${from} → ${to}`, each);
  }
  const drawn = rows.flatMap(({ name, imports: names }) => names.map((to) => `${name} → ${to}`));

  test('each folder has one row, and each row has a folder', () => {
    const folders = new Set(
      sources
        .filter(isAbout)
        .map(rowOf)
        .filter((name) => name !== null),
    );
    expect(
      rows.map(({ name }) => name).sort(),
      `A folder gets a row in the drawing of ${folder}/ in ${DOCUMENT}, in the layer above all that it imports`,
    ).toEqual([...folders].sort());
  });

  test('each import is drawn', () => {
    const missing = [...used].filter(([arrow]) => !drawn.includes(arrow));
    expect(
      missing.map(([arrow, { file, imported }]) => `${arrow}: ${file} imports ${imported}`),
      `The drawing of ${folder}/ in ${DOCUMENT} does not have these arrows. Move the shared code to a lower folder, or draw the arrow if it points to a lower layer`,
    ).toEqual([]);
  });

  test('each arrow of the drawing has an import', () => {
    expect(
      drawn.filter((arrow) => !used.has(arrow)),
      `No file has these imports any more. Remove the arrows from the drawing of ${folder}/ in ${DOCUMENT}`,
    ).toEqual([]);
  });

  test('each arrow points to a lower layer, so that there is no cycle', () => {
    const layers = new Map(rows.map(({ name, layer }) => [name, layer]));
    const upwards = rows.flatMap(({ name, imports: names, layer }) =>
      names.filter((to) => (layers.get(to) ?? 0) <= layer).map((to) => `${name} → ${to}`),
    );
    expect(
      upwards,
      `A folder imports only what stands in a lower layer of the drawing of ${folder}/ in ${DOCUMENT}. Move the shared code down, or the importing code up`,
    ).toEqual([]);
  });
});
