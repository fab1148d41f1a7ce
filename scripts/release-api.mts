// `npm run api:release -- 1.1.0`: makes the served API document the released one, with which later changes are compared.
import { readFileSync, writeFileSync } from 'node:fs';

type Json = { [key: string]: unknown };

const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version)) fail('Give the version, such as 1.1.0.');

const changelog = readFileSync('docs/changelog.md', 'utf8');
const date = new Date().toISOString().slice(0, 10);
if (!changelog.includes(`## ${version} `)) {
  writeFileSync(
    'docs/changelog.md',
    changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`),
  );
}

const source = 'server/rest/openapi.ts';
const versioned = readFileSync(source, 'utf8').replace(/API_VERSION = '[^']*'/, `API_VERSION = '${version}'`);
writeFileSync(source, versioned);

const { openApiDocument } = await import('../server/rest/openapi.ts');
// The structure of the document is compared, so its types are of no use here.
const { openapi, info, paths, webhooks, components } = openApiDocument() as unknown as Json;
const { title } = info as Json;
const released = structureOf({ openapi, info: { title, version }, paths, webhooks, components }, '');
writeFileSync('docs/api/released.json', `${lines(released as Json)}\n`);

/**
 * A part of the document without its texts and the content of examples.
 * @param within the keyword whose value the part is
 */
function structureOf(part: unknown, within: string): unknown {
  if (Array.isArray(part)) return part.map((inner) => structureOf(inner, ''));
  if (typeof part !== 'object' || part === null) return part;
  // The keys of these are names of partners' fields, such as `description`.
  const isMap = ['properties', 'schemas', 'responses', 'headers', 'parameters', 'examples'].includes(within);
  const texts = ['description', 'summary', 'example', 'value', 'tags'];
  const entries = Object.entries(part as Json).filter(
    ([key, value]) => isMap || !(texts.includes(key) || (key === 'examples' && Array.isArray(value))),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, structureOf(value, isMap ? '' : key)]));
}

/** JSON with a line for each operation, event and schema, so that a change is a change of few lines. */
function lines(document: Json, depth = 0): string {
  const indent = ' '.repeat(depth + 1);
  const isDeep = (value: unknown) => typeof value === 'object' && value !== null && depth < 2;
  const inner = Object.entries(document).map(
    ([key, value]) =>
      `${indent}${JSON.stringify(key)}: ${isDeep(value) ? lines(value as Json, depth + 1) : JSON.stringify(value)}`,
  );
  return `{\n${inner.join(',\n')}\n${' '.repeat(depth)}}`;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
