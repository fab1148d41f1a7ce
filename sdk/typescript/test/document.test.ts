import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../server/rest/openapi.ts';
import { namesSource, restWritesSource, surfaceSource } from '../scripts/operation-tables.ts';
import { documentHash } from '../scripts/typed-document.ts';
import { Demarc } from '../src/client.ts';
import { DOCUMENT_HASH } from '../src/generated/openapi.ts';
import { surface } from '../src/generated/surface.ts';
import type { Kind } from '../src/types.ts';
import { VERSION } from '../src/version.ts';

type Operation = {
  parameters?: { in?: string }[];
  requestBody?: object;
  responses: Record<
    string,
    { content?: Record<string, { schema?: { properties?: Record<string, object> } }> }
  >;
};

const document = openApiDocument();

test('the types are of the document: run npm run sdk:types', () => {
  expect(DOCUMENT_HASH).toBe(documentHash(document));
});

test('the names and tables of the SDK and the table of the portal are of the operations: run npm run sdk:types', () => {
  const stored = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(stored('../src/generated/surface.ts')).toBe(surfaceSource());
  expect(stored('../src/generated/names.ts')).toBe(namesSource(document.components.schemas));
  expect(stored('../../../server/contract/generated/rest-writes.ts')).toBe(restWritesSource());
});

test('every operation of the document has one method, with the arguments that it takes', () => {
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      [method.toUpperCase(), path, kindOf(path, operation as unknown as Operation) ?? ''].join(' '),
    ),
  );
  const methods = Object.values(surface)
    .flatMap((rows) => Object.values<readonly [string, string, Kind?, number?]>(rows))
    .map(([method, path, kind]) => [method, path, kind ?? ''].join(' '));
  expect(methods.sort()).toEqual(documented.sort());
});

test('the client has every method of the surface', () => {
  const demarc = new Demarc({ accessId: 'x', accessSecret: 'x', baseUrl: 'http://localhost' });
  for (const [resource, rows] of Object.entries(surface))
    expect(Object.keys(demarc[resource as keyof typeof surface] ?? {})).toEqual(
      expect.arrayContaining(Object.keys(rows)),
    );
});

function kindOf(path: string, { parameters = [], requestBody, responses }: Operation): Kind | undefined {
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const content = success?.[1].content ?? {};
  const properties = content['application/json']?.schema?.properties;
  if (path.startsWith('/v1/integrations/{integrationId}/')) return 'signed';
  if (!content['application/json']) return 'file';
  if (!properties?.success) return 'bare';
  if (requestBody) return 'body';
  if (JSON.stringify(properties.meta)?.includes('ListMeta')) return 'list';
  if (JSON.stringify(properties.meta)?.includes('EventFeedMeta')) return 'feed';
  return parameters.some((parameter) => parameter.in === 'query') ? 'query' : undefined;
}

test('texts and examples do not count as a change of the types; names of properties do', () => {
  const hashOf = (schema: object) => documentHash({ components: { schemas: { A: schema } } });
  const plain = hashOf({ type: 'object', properties: { description: { type: 'string' } } });
  expect(
    hashOf({ properties: { description: { type: 'string', examples: ['x'] } }, type: 'object', title: 'A' }),
  ).toBe(plain);
  expect(hashOf({ type: 'object', properties: { summary: { type: 'string' } } })).not.toBe(plain);
});

test('the version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(VERSION).toBe(version);
});
