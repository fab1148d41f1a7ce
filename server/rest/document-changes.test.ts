import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ComparedDocument, changesBetween } from '../../test/fixtures/document-changes.ts';
import { openApiDocument } from './openapi.ts';

type Any = Record<string, unknown>;
type Parts = ReturnType<typeof parts>;

/** A small document, of which each test changes one place. */
function documentWith(change: (made: Parts) => void = () => {}): ComparedDocument {
  const made = parts();
  change(made);
  const { operation, sent, answer, event, failure, schemas } = made;
  const json = (schema: Any, more: Any = {}) => ({ content: { 'application/json': { schema, ...more } } });
  return {
    paths: {
      '/v1/plans': {
        post: {
          ...operation,
          requestBody: { required: true, ...json(sent) },
          responses: { 201: json(answer), 409: json(failure, { examples: { NAME_TAKEN: {} } }) },
        },
      },
    },
    webhooks: { 'plan.created': { post: { requestBody: { required: true, ...json(event) } } } },
    components: { schemas },
  };
}

function parts() {
  const plan = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      price: { type: 'number' },
      createdAt: { type: 'string', format: 'date-time' },
      disabledAt: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      status: { type: 'string', enum: ['ACTIVE', 'DISABLED'] },
    },
    required: ['id', 'price', 'createdAt', 'disabledAt', 'status'],
  };
  return {
    operation: {
      operationId: 'createPlan',
      security: [{ AccessId: [] }],
      parameters: [
        { name: 'confirm', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'Dry-Run', in: 'header', required: false, schema: { type: 'string' } },
      ] as Any[],
    } as Any & { parameters: Any[] },
    sent: {
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 120 } as Any,
        price: { anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] } as Any,
        days: { type: 'integer', default: 30 } as Any,
        type: { type: 'string', enum: ['RESIDENTIAL', 'BUSINESS'] } as Any,
      } as Record<string, Any>,
      required: ['name'],
    } as Any & { properties: Record<string, Any>; required: string[] },
    answer: {
      type: 'object',
      properties: { data: { $ref: '#/components/schemas/Plan' } as Any },
      required: ['data'],
    },
    event: {
      allOf: [
        { type: 'object', properties: { type: { type: 'string' } as Any }, required: ['type'] },
        { type: 'object', properties: { type: { const: 'plan.created' } as Any } },
      ],
    },
    failure: {
      type: 'object',
      properties: { errorCode: { type: 'string', enum: ['NAME_TAKEN'] } as Any },
      required: [] as string[],
    },
    schemas: { Plan: plan as typeof plan & Any },
  };
}

const changes = (change: (parts: Parts) => void) => changesBetween(documentWith(), documentWith(change));
const POST = 'POST /v1/plans';

test('a document has no changes from itself', () => {
  expect(changes(() => {})).toEqual({ breaking: [], additions: [] });
});

const planProperties = ({ schemas }: Parts) => schemas.Plan.properties as Record<string, Any>;

/** Each change and the one line that reports it. */
const breaks: [string, (parts: Parts) => void, string][] = [
  [
    'another operationId',
    ({ operation }) => {
      operation.operationId = 'addPlan';
    },
    `${POST}: the operationId changed`,
  ],
  [
    'other credentials',
    ({ operation }) => {
      operation.security = [];
    },
    `${POST}: the credentials changed`,
  ],
  [
    'a removed parameter',
    ({ operation }) => void operation.parameters.shift(),
    `${POST} › query › confirm: it was removed`,
  ],
  [
    'a parameter that became required',
    ({ operation }) => {
      operation.parameters[0] = { ...operation.parameters[0], required: true };
    },
    `${POST} › query › confirm: it became required`,
  ],
  [
    'a new required parameter',
    ({ operation }) =>
      void operation.parameters.push({
        name: 'If-Match',
        in: 'header',
        required: true,
        schema: { type: 'string' },
      }),
    `${POST} › header › if-match: it is new and required`,
  ],
  [
    'a removed property of a request',
    ({ sent }) => void delete sent.properties.days,
    `${POST} › json.days: it was removed`,
  ],
  [
    'a new required property of a request',
    ({ sent }) => {
      sent.properties.city = { type: 'string' };
      sent.required = ['name', 'city'];
    },
    `${POST} › json.city: it is new and required`,
  ],
  [
    'a property of a request that became required',
    ({ sent }) => void sent.required.push('days'),
    `${POST} › json.days: it became required`,
  ],
  [
    'null that is no longer accepted',
    ({ sent }) => {
      sent.properties.price = { type: 'number', minimum: 0 };
    },
    `${POST} › json.price: a type is no longer accepted`,
  ],
  [
    'a value that is no longer accepted',
    ({ sent }) => {
      sent.properties.type = { type: 'string', enum: ['RESIDENTIAL'] };
    },
    `${POST} › json.type: a value is no longer accepted`,
  ],
  [
    'a text that became an enum',
    ({ sent }) => {
      sent.properties.name = { type: 'string', enum: ['a'], minLength: 1, maxLength: 120 };
    },
    `${POST} › json.name: a value is no longer accepted`,
  ],
  [
    'a format where there was none',
    ({ sent }) => {
      sent.properties.name = { ...sent.properties.name, format: 'email' };
    },
    `${POST} › json.name: the format is stricter`,
  ],
  [
    'a pattern where there was none',
    ({ sent }) => {
      sent.properties.name = { ...sent.properties.name, pattern: '^a' };
    },
    `${POST} › json.name: the pattern changed`,
  ],
  [
    'a higher lower bound',
    ({ sent }) => {
      sent.properties.price = { anyOf: [{ type: 'number', minimum: 1 }, { type: 'null' }] };
    },
    `${POST} › json.price: a bound is tighter`,
  ],
  [
    'a lower upper bound',
    ({ sent }) => {
      sent.properties.name = { ...sent.properties.name, maxLength: 100 };
    },
    `${POST} › json.name: a bound is tighter`,
  ],
  [
    'another default',
    ({ sent }) => {
      sent.properties.days = { type: 'integer', default: 31 };
    },
    `${POST} › json.days: the default changed`,
  ],
  [
    'a new rule across properties',
    ({ sent }) => {
      sent.anyOf = [{ required: ['price'] }, { required: ['days'] }];
    },
    `${POST} › json: a rule across properties was added`,
  ],
  [
    'a removed property of an answer',
    (all) => void delete planProperties(all).id,
    `${POST} › 201 › json.data.id: it was removed`,
  ],
  [
    'a property that an answer may lack',
    ({ schemas }) => void schemas.Plan.required.shift(),
    `${POST} › 201 › json.data.id: it is no longer always present`,
  ],
  [
    'null in an answer',
    (all) => {
      planProperties(all).price = { anyOf: [{ type: 'number' }, { type: 'null' }] };
    },
    `${POST} › 201 › json.data.price: it can have another type`,
  ],
  [
    'an enum of an answer that became a text',
    (all) => {
      planProperties(all).status = { type: 'string' };
    },
    `${POST} › 201 › json.data.status: it can have any value`,
  ],
  [
    'a value that is no longer sent',
    (all) => {
      planProperties(all).status = { type: 'string', enum: ['ACTIVE'] };
    },
    `${POST} › 201 › json.data.status: a value is no longer sent`,
  ],
  [
    'another format of an answer',
    (all) => {
      planProperties(all).createdAt = { type: 'string', format: 'date' };
    },
    `${POST} › 201 › json.data.createdAt: the format changed`,
  ],
  [
    'a value of an errorCode that is gone',
    ({ failure }) => {
      failure.properties.errorCode = { type: 'string', enum: ['TAKEN'] };
    },
    'failure › json.errorCode: a value is no longer sent',
  ],
  [
    'another value of a constant of an event',
    ({ event }) => {
      event.allOf[1] = { type: 'object', properties: { type: { const: 'plan.made' } } };
    },
    'event plan.created › json.type: a value is no longer sent',
  ],
];

test.each(breaks)('%s breaks clients', (_, change, line) => {
  expect(changes(change).breaking).toEqual([line]);
});

const responsesOf = (paths: ComparedDocument['paths']) =>
  Object(paths?.['/v1/plans']?.post?.responses) as Any;

/** Changes of what stands around the schemas. */
const wholes: [string, (document: ComparedDocument) => void, string][] = [
  ['a removed operation', ({ paths }) => void delete paths?.['/v1/plans']?.post, `${POST}: it was removed`],
  [
    'a removed event',
    ({ webhooks }) => void delete webhooks?.['plan.created'],
    'event plan.created: it was removed',
  ],
  [
    'another status of success',
    ({ paths }) => {
      const responses = responsesOf(paths);
      responses['200'] = responses['201'];
      delete responses['201'];
    },
    `${POST} › 201: it was removed`,
  ],
  [
    'another status of an error',
    ({ paths }) => {
      const responses = responsesOf(paths);
      responses['400'] = responses['409'];
      delete responses['409'];
    },
    `${POST} › error › NAME_TAKEN: the status of the error changed`,
  ],
  [
    'another media type of an answer',
    ({ paths }) => {
      const responses = responsesOf(paths) as Record<string, { content: Any }>;
      const content = responses['201']?.content as Any;
      content['text/plain'] = content['application/json'];
      delete content['application/json'];
    },
    `${POST} › 201 › json: it was removed`,
  ],
];

test.each(wholes)('%s breaks clients', (_, change, line) => {
  const after = documentWith();
  change(after);
  expect(changesBetween(documentWith(), after).breaking).toEqual([line]);
});

describe('additions break nothing, and each has a name', () => {
  const additions: [string, (parts: Parts) => void, string[]][] = [
    [
      'a parameter',
      ({ operation }) =>
        void operation.parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } }),
      ['q'],
    ],
    [
      'a property of a request',
      ({ sent }) => {
        sent.properties.city = { type: 'object', properties: { zip: {} }, required: ['zip'] };
      },
      ['city'],
    ],
    [
      'a value of a request',
      ({ sent }) => {
        sent.properties.type = { type: 'string', enum: ['RESIDENTIAL', 'BUSINESS', 'WHOLESALE'] };
      },
      ['WHOLESALE'],
    ],
    [
      'a property of an answer',
      (all) => {
        planProperties(all).city = { type: 'string' };
      },
      ['city'],
    ],
    [
      'a value of an answer',
      (all) => {
        planProperties(all).status = { type: 'string', enum: ['ACTIVE', 'DISABLED', 'ARCHIVED'] };
      },
      ['ARCHIVED'],
    ],
  ];

  test.each(additions)('%s', (_, change, names) => {
    const { breaking, additions: found } = changes(change);
    expect(breaking).toEqual([]);
    expect(found.map(({ name }) => name)).toEqual(names);
  });

  test('an operation and an event', () => {
    const { breaking, additions: found } = changesBetween({}, documentWith());
    expect(breaking).toEqual([]);
    expect(found.map(({ name }) => name)).toEqual([POST, 'plan.created']);
  });

  test('wider bounds, another description, and an error that no longer happens', () => {
    const wider = changes(({ sent }) => {
      sent.properties.name = { type: 'string', minLength: 1, maxLength: 500, description: 'Its name.' };
    });
    expect(wider).toEqual({ breaking: [], additions: [] });
    const after = documentWith();
    delete responsesOf(after.paths)['409'];
    expect(changesBetween(documentWith(), after).breaking).toEqual([]);
  });
});

describe('the document and the released one', () => {
  const released = JSON.parse(readFileSync('docs/api/released.json', 'utf8')) as ComparedDocument;
  const { breaking, additions } = changesBetween(released, openApiDocument() as ComparedDocument);
  const changelog = readFileSync('docs/changelog.md', 'utf8');

  test('nothing breaks a client', () => {
    expect(breaking).toEqual([]);
  });

  test('the changelog names each addition under "Unreleased"', () => {
    const [, unreleased = ''] = /^## Unreleased\n(.*?)(?=^## )/ms.exec(changelog) ?? [];
    // The case of header names does not matter.
    const named = unreleased.toLowerCase();
    const missing = additions.filter(({ name }) => !named.includes(`\`${name.toLowerCase()}\``));
    expect(missing).toEqual([]);
  });

  test('the newest version of the changelog is that of the released document and of the served one', () => {
    const [, newest] = /^## (\d+\.\d+\.\d+) /m.exec(changelog) ?? [];
    expect(newest).toBe(released.info?.version);
    expect(newest).toBe(openApiDocument().info.version);
  });
});
