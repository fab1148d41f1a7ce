import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { validateAnswer, validatorAt } from '../../test/fixtures/openapi-answers.ts';
import { errorEntry } from '../contract/errors.ts';
import { eventEntry, eventTypes } from '../contract/event-catalogue.ts';
import { exampleEvent } from '../contract/examples/events.ts';
import { schemaExamples } from '../contract/examples/schemas.ts';
import { fieldTexts } from '../contract/texts/field-texts.ts';
import { INBOUND_PATH } from './inbound.ts';
import { openApiDocument, openApiText } from './openapi.ts';
import { exampleName } from './openapi-failures.ts';
import { postmanCollection } from './postman.ts';
import { routes } from './routes.ts';

type Any = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  security: unknown[];
  parameters: { $ref?: string; in?: string; name?: string; required?: boolean; schema?: Any }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Any; example?: unknown }> };
  responses: Record<string, Any>;
};

const document = openApiDocument();

// The document is typed as JSON; the tests read the parts that every operation has.
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation: operation as unknown as Operation,
  })),
);

function operationOf(method: string, path: string): Operation {
  return document.paths[path]?.[method.toLowerCase()] as unknown as Operation;
}

function bodySchema({ requestBody }: Operation): Any {
  return requestBody?.content['application/json']?.schema ?? {};
}

/** Every answer with examples, shared ones included, with the place of its schema. */
function answersWithExamples() {
  const own = operations.flatMap(({ path, method, operation }) =>
    Object.entries(operation.responses).map(([status, response]) => ({
      response,
      at: ['paths', path, method, 'responses', status],
    })),
  );
  const shared = Object.entries(document.components.responses ?? {}).map(([name, response]) => ({
    response,
    at: ['components', 'responses', name],
  }));
  const isJson = (content: unknown) => Object.hasOwn(Object(content), 'application/json');
  return [...own, ...shared].filter(({ response }) => isJson(response.content));
}

test('the document is valid OpenAPI 3.1, and its text is the same document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(JSON.parse(openApiText())).toEqual(document);
});

test('the document has each route, the receiver and itself, and nothing else', () => {
  const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  const served = routes.map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual([...served, `POST ${INBOUND_PATH}`, 'GET /v1/openapi.json'].sort());
});

test('operations have unique camelCase names, a summary and a tag that is described', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  const described = document.tags.map(({ name }) => name);
  for (const { operation } of operations) {
    expect(operation.operationId).toMatch(/^[a-z][a-zA-Z]+$/);
    expect(operation.summary).toBeTruthy();
    expect(operation.description, operation.operationId).toMatch(/\.$/);
    expect(described).toEqual(expect.arrayContaining(operation.tags));
  }
  expect(names).toEqual(expect.arrayContaining(['createPlan', 'listScheduleD', 'listSubscriptionCycles']));
});

test('every operation but the receiver and the document requires both access headers', () => {
  for (const { path, operation } of operations) {
    expect(operation.security).toEqual(
      path === '/v1/openapi.json'
        ? []
        : [...(path === INBOUND_PATH ? [{}] : []), { AccessId: [], AccessSecret: [] }],
    );
  }
  expect(document.components.securitySchemes).toMatchObject({
    AccessId: { type: 'apiKey', in: 'header', name: 'X-Access-Id' },
    AccessSecret: { type: 'apiKey', in: 'header', name: 'X-Access-Secret' },
  });
});

test('each success has the status of its route and the envelope, lists have a meta', () => {
  for (const route of routes) {
    const { responses } = operationOf(route.method, route.path);
    const good = Object.keys(responses).filter((status) => status.startsWith('2'));
    expect(good, route.name).toEqual([String(route.facts.status)]);
    const at = ['paths', route.path, route.method.toLowerCase(), 'responses', route.facts.status];
    if (route.facts.file) {
      expect(responses[String(route.facts.status)]?.content).toEqual({
        [route.facts.file]: { schema: { type: 'string', format: 'binary' } },
      });
      continue;
    }
    const validate = validatorAt(...at, 'content', 'application/json', 'schema');
    const found = { success: true, correlationId: '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c' };
    const meta = route.facts.metaExample ?? { page: 1, limit: 20, total: 0, totalPages: 0 };
    const page = { ...found, data: [], meta };
    expect(validate(page), route.name).toBe(route.isList);
    expect(validate({ ...page, extra: 1 })).toBe(false);
    expect(validate({ ...page, meta: undefined })).toBe(false);
  }
  expect(operationOf('POST', '/v1/plans').responses).toHaveProperty('201');
});

test('each error of an operation has an example under its status', () => {
  for (const route of routes) {
    const { responses } = operationOf(route.method, route.path);
    for (const key of route.facts.errors) {
      const at = ['content', 'application/json', 'examples', exampleName(key)];
      expect(responses[errorEntry(key).status], `${route.name} ${key}`).toHaveProperty(at);
    }
    const expected = ['400', '401', '429', '500', ...(route.isWrite ? ['409', '413'] : [])];
    expect(Object.keys(responses), route.name).toEqual(expect.arrayContaining(expected));
    expect('404' in responses, route.name).toBe(route.pathParams.length > 0);
  }
});

test('every example belongs to an existing schema', () => {
  expect(Object.keys(document.components.schemas ?? {})).toEqual(
    expect.arrayContaining(Object.keys(schemaExamples)),
  );
});

test('each answer has an example that is valid against its schema, and each failure has cause and remedy', () => {
  type Example = { value: unknown; description?: string };
  type Content = Record<string, { example?: unknown; examples?: Record<string, Example> }>;
  for (const { response, at } of answersWithExamples()) {
    const { example, examples = {} } = (response.content as Content)['application/json'] ?? {};
    const validate = validatorAt(...at, 'content', 'application/json', 'schema');
    const values = example === undefined ? Object.values(examples).map(({ value }) => value) : [example];
    expect(values.length, at.join('/')).toBeGreaterThan(0);
    for (const value of values)
      expect([at.join('/'), validate(value), validate.errors]).toEqual([at.join('/'), true, null]);
    for (const [name, { description }] of Object.entries(examples))
      expect(description, name).toMatch(/\. .*\.$/s);
  }
});

test('each field, parameter and header has a description, and each text is used', () => {
  const without: string[] = [];
  const visit = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties, parameters, headers } = node as Record<string, unknown>;
    const named = at.endsWith('/properties') ? [] : [properties, headers];
    for (const [name, part] of named.flatMap((parts) => Object.entries(Object(parts) as Any)))
      if (!(part as Any).$ref && !(part as Any).description) without.push(`${at}.${name}`);
    for (const parameter of Array.isArray(parameters) ? (parameters as Any[]) : [])
      if (!parameter.$ref && !parameter.description) without.push(`${at} ${parameter.name}`);
    for (const [key, inner] of Object.entries(node))
      if (key !== 'examples' && key !== 'example') visit(inner, `${at}/${key}`);
  };
  visit(document, '');
  expect(without).toEqual([]);
  const text = openApiText();
  const unused = Object.entries(fieldTexts).filter(([, about]) => !text.includes(JSON.stringify(about)));
  expect(unused).toEqual([]);
});

test('tags are grouped, and the head names licence, contact and documentation', () => {
  const grouped = document['x-tagGroups'].flatMap(({ tags }) => tags);
  expect(grouped).toEqual(document.tags.map(({ name }) => name));
  for (const { name, description } of document.tags) expect(description, name).toMatch(/\.|\|$/);
  expect(Object.keys(document.info)).toEqual(expect.arrayContaining(['license', 'contact', 'summary']));
});

test('the Postman collection has each operation once, with the example of its body', () => {
  const { item, variable } = postmanCollection();
  expect(variable.map(({ key }) => key)).toEqual(['baseUrl', 'accessId', 'accessSecret']);
  const requests = item.flatMap((folder) => folder.item);
  const found = requests.map(({ request }) => {
    const path = request.url.path.join('/').replace(/:(\w+)/g, '{$1}');
    return [`${request.method} /${path}`, request] as const;
  });
  expect(found.map(([name]) => name).sort()).toEqual(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort(),
  );
  for (const [name, { header, body }] of found) {
    const [method = '', path = ''] = name.split(' ');
    const { requestBody, security } = operationOf(method, path);
    const example = requestBody?.content['application/json']?.example;
    expect(body && JSON.parse(body.raw), name).toEqual(example);
    expect(
      header.some(({ key }) => key === 'X-Access-Id'),
      name,
    ).toBe(security.length > 0);
  }
});

test('each example within a schema is valid against that schema', () => {
  const visit = (node: unknown, at: string[]): void => {
    if (typeof node !== 'object' || node === null) return;
    const { examples } = node as { examples?: unknown };
    if (Array.isArray(examples)) {
      const validate = validatorAt(...at);
      for (const example of examples) {
        expect([at.join('/'), validate(example), validate.errors]).toEqual([at.join('/'), true, null]);
      }
    }
    for (const [key, inner] of Object.entries(node)) {
      if (key !== 'examples' && key !== 'example') visit(inner, [...at, key]);
    }
  };
  for (const [name, schema] of Object.entries(document.components.schemas ?? {})) {
    const isPart = [
      'CorrelationId',
      'Failure',
      'ListMeta',
      'EventFeedMeta',
      'Money',
      'RejectionReason',
    ].includes(name);
    expect(
      Array.isArray(schema.examples) || isPart,
      `${name} needs an example in server/contract/examples/schemas.ts`,
    ).toBe(true);
  }
  visit(document.paths, ['paths']);
  visit(document.components, ['components']);
});

test('every request with a body has an example that schema and procedure accept', () => {
  for (const route of routes) {
    const { requestBody } = operationOf(route.method, route.path);
    if (!requestBody) continue;
    const { example } = requestBody.content['application/json'] ?? {};
    expect(example, route.name).toBeDefined();
    const at = ['paths', route.path, route.method.toLowerCase(), 'requestBody'];
    const validate = validatorAt(...at, 'content', 'application/json', 'schema');
    expect([route.name, validate(example), validate.errors]).toEqual([route.name, true, null]);
    const ids = Object.fromEntries(route.pathParams.map((key) => [key, 'x']));
    expect(route.input.safeParse({ ...(example as Any), ...ids }).error, route.name).toBeUndefined();
  }
});

test('a request body refuses unknown keys and has no fields of the query', () => {
  for (const route of routes) {
    const operation = operationOf(route.method, route.path);
    const schema = bodySchema(operation);
    expect(Object.keys((schema.properties as Any) ?? {}).sort(), route.name).toEqual([...route.body].sort());
    expect(operation.requestBody !== undefined, route.name).toBe(route.body.size > 0);
    if (operation.requestBody) expect(schema.additionalProperties, route.name).toBe(false);
    const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
    expect(inQuery.map(({ name }) => name)).toEqual([...route.query.keys()]);
    const keyed = operation.parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    expect(keyed, route.name).toBe(route.isWrite);
  }
  const disable = operationOf('POST', '/v1/plans/{id}/disable');
  expect(disable.requestBody).toBeUndefined();
  expect(disable.parameters.find(({ name }) => name === 'confirm')).toMatchObject({
    in: 'query',
    required: true,
  });
});

test('a request body is required exactly if an empty one is refused', () => {
  for (const route of routes) {
    const { requestBody } = operationOf(route.method, route.path);
    if (!requestBody) continue;
    const others = Object.fromEntries([...route.pathParams, ...route.query.keys()].map((key) => [key, 'x']));
    expect(requestBody.required, route.name).toBe(!route.input.safeParse(others).success);
    const validate = validatorAt(
      'paths',
      route.path,
      route.method.toLowerCase(),
      ...['requestBody', 'content', 'application/json', 'schema'],
    );
    expect(validate({}), route.name).toBe(!requestBody.required);
  }
});

test('the parameters page and limit are integers', () => {
  const { parameters } = operationOf('GET', '/v1/plans');
  const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema;
  expect(schemaOf('page')).toMatchObject({ type: 'integer', minimum: 1, default: 1 });
  expect(schemaOf('limit')).toMatchObject({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
  expect(schemaOf('sort')).toMatchObject({ enum: expect.arrayContaining(['-createdAt', 'planName']) });
});

test('the check of answers finds undocumented statuses, headers and fields', () => {
  const id = '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c';
  const headers = new Headers({ 'content-type': 'application/json', 'x-correlation-id': id });
  const reason = { field: 'id', code: 'NOT_FOUND', message: 'There is no such resource.' };
  const failure = { success: false, error: 'NOT_FOUND', rejectionReasons: [reason], correlationId: id };
  const check = (method: string, path: string, status: number, body: unknown, sent = headers) =>
    validateAnswer(method, path, status, sent, JSON.stringify(body));

  const clock = {
    success: true,
    data: { now: '2026-03-01T08:00:00.000Z', offsetSeconds: 0 },
    correlationId: id,
  };
  expect(check('GET', '/v1/test-clock', 200, clock)).toEqual([]);
  expect(check('GET', '/v1/test-clock?x=1', 201, clock)).not.toEqual([]);
  expect(check('GET', '/v1/test-clock', 200, { ...clock, more: 1 })).not.toEqual([]);
  expect(check('GET', '/v1/test-clock', 200, clock, new Headers())).not.toEqual([]);
  expect(check('GET', '/v1/plans/pln_1', 404, failure)).toEqual([]);
  expect(check('GET', '/v1/plans', 404, failure)).not.toEqual([]);
  expect(check('GET', '/v1/nowhere', 404, failure)).toEqual([]);
  expect(check('PUT', '/v1/plans', 405, failure)).toEqual([]);
  expect(check('PUT', '/v1/plans', 200, clock)).not.toEqual([]);
  expect(check('GET', '/v1/plans', 429, failure)).toEqual([
    expect.stringContaining('header Retry-After is missing'),
  ]);
});

test('every event has a valid example that matches the catalogue', () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventTypes]);
  for (const type of eventTypes) {
    const content = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json'];
    const example = exampleEvent(type);
    const validate = validatorAt(...content, 'schema');
    expect([type, validate(example), validate.errors]).toEqual([type, true, null]);
    expect(validate({ ...example, type: 'plan.exploded' })).toBe(false);
    const { previous } = eventEntry(type);
    const carried = Object.keys(example.data.previous ?? {});
    if (previous === 'absent') expect(example.data, type).not.toHaveProperty('previous');
    else if (previous === 'changed') expect(example.data.changedFields, type).toEqual(carried);
    else expect(carried.sort(), type).toEqual([...previous].sort());
  }
});
