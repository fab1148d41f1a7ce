import { openApiDocument } from './openapi.ts';
import type { Schema } from './openapi-schema.ts';

type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Schema };
type Content = Record<string, { example?: unknown }>;
type Operation = {
  summary: string;
  description?: string;
  tags: [string];
  security: unknown[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; content?: Content }>;
};

let text: string | undefined;

/** The API as a Postman collection (v2.1), made from the OpenAPI document. Rendered once. */
export function postmanText(): string {
  text ??= JSON.stringify(postmanCollection());
  return text;
}

/** A folder for each tag, a request for each operation, and the example of its answer. */
export function postmanCollection() {
  const { info, servers, tags, paths } = openApiDocument();
  // The document is typed as JSON. The code reads what every operation has.
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation: operation as unknown as Operation,
    })),
  );
  return {
    info: {
      name: `${info.title} API`,
      description: `${info.description}\n\nSet the variables \`accessId\` and \`accessSecret\` of the collection to a key of your sandbox.`,
      version: info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'baseUrl', value: servers[0]?.url ?? '' },
      { key: 'accessId', value: '' },
      { key: 'accessSecret', value: '' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations
        .filter(({ operation }) => operation.tags[0] === name)
        .map(({ method, path, operation }) => ({
          name: operation.summary,
          request: requestOf(method, path, operation),
          response: answersOf(method, path, operation),
        })),
    })),
  };
}

/** Headers of every request that needs credentials. */
const credentials = [
  { key: 'X-Access-Id', value: '{{accessId}}' },
  { key: 'X-Access-Secret', value: '{{accessSecret}}' },
];

function requestOf(method: string, path: string, operation: Operation) {
  const parameters = operation.parameters.filter((parameter) => 'in' in parameter);
  const takesKey = operation.parameters.some(
    (parameter) => '$ref' in parameter && parameter.$ref.endsWith('/IdempotencyKey'),
  );
  const body = operation.requestBody?.content['application/json']?.example;
  const query = parameters.filter((parameter) => parameter.in === 'query').map(queryOf);
  const asked = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ':$1');
  return {
    method,
    description: operation.description ?? operation.summary,
    header: [
      ...(operation.security.length > 0 ? credentials : []),
      // Postman fills in another UUID for each request.
      ...(takesKey ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
      ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
    ],
    url: {
      raw: `{{baseUrl}}/${segments}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
      host: ['{{baseUrl}}'],
      path: segments.split('/'),
      query,
      variable: parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name, schema, description }) => ({
          key: name,
          value: String((schema.examples as unknown[] | undefined)?.[0] ?? ''),
          description,
        })),
    },
    ...(body === undefined ? {} : { body: rawJson(body) }),
  };
}

/** A query parameter; optional ones can be switched on. */
function queryOf({ name, required, description, schema }: Parameter) {
  const [first] = (schema.enum ?? schema.examples ?? []) as unknown[];
  const value = String(schema.default ?? first ?? '');
  return { key: name, value, description, disabled: required !== true };
}

function answersOf(method: string, path: string, operation: Operation) {
  return Object.entries(operation.responses).flatMap(([status, { description, content }]) => {
    const example = content?.['application/json']?.example;
    if (example === undefined) return [];
    return [
      {
        name: description ?? status,
        originalRequest: requestOf(method, path, operation),
        code: Number(status),
        header: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
        body: JSON.stringify(example, null, 2),
        _postman_previewlanguage: 'json',
      },
    ];
  });
}

function rawJson(body: unknown) {
  return { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } };
}
