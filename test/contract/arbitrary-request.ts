import fc from 'fast-check';
import { openApiDocument } from '../../server/rest/openapi.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  examples?: unknown[];
};

type Parameter = { $ref?: string; in: string; name: string; required?: boolean; schema: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

type ArbitraryRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** JSON, or almost JSON. */
  raw?: string;
};

/** Values that commonly break parsers and validators. */
const unusual = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '12',
    'null',
    '\u0000',
    '\ud800',
    '💡',
    "'; drop table plan; --",
    '%00',
    '../..',
    '__proto__',
    0,
    -0,
    -1,
    0.1 + 0.2,
    1.5,
    1e21,
    1e308,
    -1e308,
    1e-7,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    true,
    false,
    [],
    {},
    [[]],
    { length: -1 },
    { toString: 1 },
    { toJSON: 1 },
    '9999-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '+999999-01-01T00:00:00Z',
    'x'.repeat(300),
    'x'.repeat(70_000),
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
);

function resolve(schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const [, , part = '', name = ''] = schema.$ref.split('/');
  return openApiDocument().components[part]?.[name] as Schema;
}

/** Values that fit a schema. Most ids exist. */
function described(given: Schema, ids: string[]): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && !schema.properties) return fc.oneof(...choices.map((choice) => valueFor(choice, ids)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, ids)));
}

function ofType(type: string, schema: Schema, ids: string[]): fc.Arbitrary<unknown> {
  const { minimum = -10, maximum = 2_000 } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5_000) });
    case 'number':
      return fc.oneof(
        fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, minimum + 5_000)) }),
        fc.double({ min: minimum, max: maximum, noNaN: true }),
      );
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, ids), { maxLength: 4 });
    case 'object':
      return objectOf(schema, ids);
    default:
      return textOf(schema, ids);
  }
}

function textOf({ format, examples = [], maxLength = 40 }: Schema, ids: string[]): fc.Arbitrary<unknown> {
  const [example] = examples;
  const prefix = typeof example === 'string' ? /^[a-z]{3,4}_/.exec(example)?.[0] : undefined;
  const same = ids.filter((id) => prefix && id.startsWith(prefix));
  const found = same.length > 0 ? [{ weight: 6, arbitrary: fc.constantFrom<unknown>(...same) }] : [];
  if (format === 'date-time') {
    return fc.date({ noInvalidDate: true, min: new Date(0) }).map((at) => at.toISOString());
  }
  if (format === 'email') return fc.emailAddress();
  return fc.oneof(
    ...found,
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...(examples.length > 0 ? examples : ['some text'])) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength }) },
  );
}

function objectOf(schema: Schema, ids: string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const required = fields.map(([name]) => name).filter((name) => schema.required?.includes(name));
  const whole = fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valueFor(field, ids)])), {
    requiredKeys: required,
  });
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    {
      weight: 1,
      arbitrary: fc.tuple(whole, fc.dictionary(fc.string(), unusual)).map(([a, b]) => ({ ...a, ...b })),
    },
    { weight: 1, arbitrary: whole.map((object) => Object.fromEntries(Object.entries(object).slice(1))) },
  );
}

function valueFor(schema: Schema, ids: string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: described(schema, ids) }, { weight: 1, arbitrary: unusual });
}

const asText = (value: unknown) =>
  String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed();

function queryOf(parameters: Parameter[], ids: string[]): fc.Arbitrary<string> {
  const pairs = parameters.map((parameter) =>
    fc
      .tuple(fc.boolean(), valueFor(parameter.schema, ids))
      .map(([given, value]) =>
        given || parameter.required
          ? `${parameter.name}=${encodeURIComponent(asText(value).slice(0, 2_000))}`
          : '',
      ),
  );
  const odd = fc.constantFrom('', '', '', '', '', 'colour=1', 'page=1&page=2', '%zz', 'q=%ff', '__proto__=1');
  return fc.tuple(odd, ...pairs).map((all) => all.filter((pair) => pair !== '').join('&'));
}

/** Requests to every operation of the document. Most are almost valid, some are invalid at random. */
export function arbitraryRequest(ids: string[]): fc.Arbitrary<ArbitraryRequest> {
  const operations = Object.entries(openApiDocument().paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestTo(method, template, operation as Operation, ids),
    ),
  );
  return fc.oneof(...operations);
}

function requestTo(method: string, template: string, operation: Operation, ids: string[]) {
  const parameters = (operation.parameters ?? []).filter((parameter) => !parameter.$ref);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body = schema
    ? objectOf(resolve(schema), ids).map((value) => JSON.stringify(value))
    : fc.constant(undefined);
  const odd = fc.constantFrom('', '{', '[]', 'null', '{}', '{"a":1}', '{"__proto__":{"a":1}}', '1e5');
  return fc
    .record({
      path: fc.tuple(...inPath.map(({ schema: id }) => valueFor(id, ids).map(asText))),
      query: queryOf(
        parameters.filter((parameter) => parameter.in === 'query'),
        ids,
      ),
      raw:
        method === 'get'
          ? fc.constant(undefined)
          : fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: odd }),
      dryRun: fc.option(fc.constantFrom('true', 'true', 'true', 'false', 'maybe'), {
        nil: undefined,
        freq: 4,
      }),
      key: fc.option(fc.constantFrom('one', 'two', 'x'.repeat(256)), { nil: undefined, freq: 4 }),
    })
    .map(({ path, query, raw, key, dryRun }): ArbitraryRequest => {
      const filled = inPath.reduce(
        (sum, { name }, i) => sum.replace(`{${name}}`, encodeURIComponent(path[i]?.slice(0, 2_000) || 'x')),
        template,
      );
      return {
        method: method.toUpperCase(),
        path: query === '' ? filled : `${filled}?${query}`,
        headers: {
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(dryRun === undefined ? {} : { 'dry-run': dryRun }),
        },
        ...(raw === undefined ? {} : { raw }),
      };
    });
}
