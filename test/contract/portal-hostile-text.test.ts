import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../../server/api/root.ts';
import { runDueRows } from '../../server/api/run-job.ts';
import { openPaths } from '../../server/auth/staff-auth.ts';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { log } from '../../server/log.ts';
import { EXPORT_PATH, exportCsv } from '../../server/portal/export.ts';
import { downloadRejects, REJECTS_PATH } from '../../server/portal/job-rejects.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { createDraft, createOneOfEach, origin, type Staff, signedInPartner } from './portal-helpers.ts';
import { onTheWire } from './raw-http.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) => {
  const path = req.url ?? '';
  if (path.startsWith('/api/auth/')) return staffAuthHandler(req, res);
  if (path.startsWith(EXPORT_PATH)) return exportCsv(req, res);
  if (path.startsWith(REJECTS_PATH)) return downloadRejects(req, res);
  return Promise.resolve(portal(req, res));
});

type Schema = {
  type?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  items?: Schema;
  minimum?: number;
  format?: string;
  examples?: unknown[];
};

type Defined = { _def: { type: 'query' | 'mutation'; inputs: z.ZodType[] } };
// tRPC's types of procedures do not include their input schemas.
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Defined>).map(
  ([name, { _def }]) => ({ name, type: _def.type, schema: _def.inputs.map(schemaOf)[0] ?? {} }),
);

function schemaOf(input: z.ZodType): Schema {
  return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
}

/** Keys that maps of the portal's procedures take. */
const keysOfMaps = ['planName', 'priceAmount', 'billingCycleDays', 'q', 'status', 'until', 'reason'];

/** A place in JSON for a value that `JSON.stringify` cannot write. */
const DEEP = '@deep';
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

/** Values that are no text of any field, with the one answer that each has in place of a text. */
const refused: Record<string, unknown> = {
  'NUL and a lone surrogate': 'a\u0000b\ud800',
  'nested 20,000 deep': DEEP,
};

/** Texts that have to be refused or taken, and never fail. */
const odd: Record<string, unknown> = {
  '1,900 tabs': '\t'.repeat(1_900),
  '1,900 tabs around a letter': `${'\t'.repeat(950)}a${'\t'.repeat(950)}`,
  '90 tabs': '\t'.repeat(90),
  'control characters': 'a\u0001\u0007\u001b[31m\u007f\u0085\u2028\r\nb',
  'separators of lists': ',,;|\t,"\'`',
  patterns: '%_\\.*+?^$()[]{}|',
  'a long text': 'x'.repeat(10_000),
  'a number': '1e400',
  'a prototype': '__proto__',
  'a member of objects': 'constructor',
  'nothing visible': '\u200b\u202a',
  '80,000 combining marks': `a${'\u0315\u0300'.repeat(40_000)}`,
  'an object': { toString: 1 },
};

const oneAtATime = [
  '1,900 tabs',
  '1,900 tabs around a letter',
  '90 tabs',
  'control characters',
  'separators of lists',
].map((kind) => odd[kind]);

let staff: Staff;
let ids: string[];
beforeAll(async () => {
  staff = await signedInPartner(api);
  ids = Object.values(await createOneOfEach(api, staff, '10.72.0.1'));
  ids.unshift(await draft());
});

/** A draft of an import with columns of hostile names. */
async function draft(): Promise<string> {
  const columns = ['Name', ...Object.values(odd).filter((text) => typeof text === 'string')];
  const rows = [Object.fromEntries(columns.map((column) => [column, 'Home 20']))];
  return (await createDraft(api, staff, { type: 'plans', fileName: 'plans.csv', columns, rows })).id;
}

/** A value that fits a schema, as far as its JSON form says. Ids are those of rows that exist. */
function sample(schema: Schema): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return sample(choice);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'object') return withFields(schema, (field) => sample(field));
  if (schema.type === 'array') return [sample(schema.items ?? {})];
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'boolean') return false;
  const [example] = schema.examples ?? [];
  const prefix = typeof example === 'string' ? /^[a-z]{3,4}_/.exec(example)?.[0] : undefined;
  return (prefix && ids.find((id) => id.startsWith(prefix))) ?? example ?? `text ${randomUUID()}`;
}

function withFields({ properties = {} }: Schema, toValue: (field: Schema) => unknown) {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, toValue(field)]));
}

/** The inputs that have a value in place of one text of the schema, one input for each text. */
function* inputsWith(value: unknown, schema: Schema): Generator<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) for (const choice of choices) yield* inputsWith(value, choice);
  else if (schema.type === 'object') {
    const whole = withFields(schema, (field) => sample(field));
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      for (const inner of inputsWith(value, field)) yield { ...whole, [name]: inner };
    }
    if (schema.additionalProperties) {
      yield { ...whole, key: value };
      if (typeof value === 'string') yield { ...whole, [value]: 'text' };
    }
  } else if (schema.type === 'array') {
    for (const inner of inputsWith(value, schema.items ?? {})) yield [inner];
  } else if (
    schema.enum === undefined &&
    schema.const === undefined &&
    (schema.type ?? 'string') === 'string'
  ) {
    yield value;
  }
}

/** The input that has a value in place of every text of the schema. */
function filledWith(value: unknown, schema: Schema): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return filledWith(value, choice);
  if (schema.type === 'object') {
    const whole = withFields(schema, (field) => filledWith(value, field));
    const { additionalProperties: inner } = schema;
    if (!inner) return whole;
    const names = [value, ...Object.values(odd), ...keysOfMaps].filter(
      (name): name is string => typeof name === 'string',
    );
    return { ...whole, ...Object.fromEntries(names.map((name) => [name, filledWith(value, inner)])) };
  }
  if (schema.type === 'array') return [filledWith(value, schema.items ?? {})];
  const isText =
    schema.enum === undefined && schema.const === undefined && (schema.type ?? 'string') === 'string';
  return isText ? value : sample(schema);
}

async function call({ name, type }: { name: string; type: string }, input: unknown) {
  const headers = { cookie: staff.cookie, origin, 'content-type': 'application/json' };
  const json = JSON.stringify(input).replaceAll(JSON.stringify(DEEP), deep);
  const url = `${api.base}/api/trpc/${name}`;
  const isShort = encodeURIComponent(json).length < 15_000;
  if (type === 'query' && !isShort) return null;
  return type === 'query'
    ? fetch(`${url}?input=${encodeURIComponent(json)}`, { headers })
    : fetch(url, { method: 'POST', headers, body: json });
}

describe.each(procedures)('$name', (procedure) => {
  test.each(Object.keys(refused))('400 for %s in place of any text', async (kind) => {
    const inputs = [...inputsWith(refused[kind], procedure.schema)];
    const answers = await Promise.all(inputs.map((input) => call(procedure, input)));
    for (const [i, answer] of answers.entries())
      expect(answer?.status ?? 400, JSON.stringify(inputs[i]).slice(0, 300)).toBe(400);
  });

  test('no failure for odd texts', async () => {
    const inputs = [
      ...inputsWith('%ff\\x', procedure.schema),
      // A schema refuses these, so they can be in all texts at once.
      ...Object.values(odd).map((value) => filledWith(value, procedure.schema)),
      // One at a time they come further: each other text is one that the procedure takes.
      ...oneAtATime.flatMap((value) => [...inputsWith(value, procedure.schema)]),
    ];
    const answers = await Promise.all(inputs.map((input) => call(procedure, input)));
    for (const [i, answer] of answers.entries()) {
      const why = `${i} ${JSON.stringify(inputs[i]).slice(0, 300)}`;
      expect(answer?.status ?? 400, why).toBeLessThan(500);
      // A person who is signed out tests nothing.
      expect(answer?.status, why).not.toBe(401);
    }
  });
});

describe('an import', () => {
  const required = {
    ...{
      planName: 'Home',
      planType: 'RESIDENTIAL',
      billingCycleDays: '30',
      priceAmount: '25',
      priceCurrency: 'USD',
    },
    ...{ downloadSpeedMbps: '20', uploadSpeedMbps: '5' },
  };
  const texts = Object.values(odd).filter((text): text is string => typeof text === 'string');
  const check = async (input: object) => {
    const answer = await call({ name: 'job.check', type: 'mutation' }, input);
    expect(answer?.status, JSON.stringify(input).slice(0, 300)).toBeOneOf([200, 400]);
    return answer?.status;
  };

  test('takes or refuses every odd text as the name of a column, as a value and as a field', async () => {
    const failed = vi.spyOn(log, 'error');
    for (const text of texts) {
      const id = await draft();
      await check({ id, mapping: {}, defaults: { ...required, [text]: 'x' } });
      await check({ id, mapping: { [text]: 'Name' }, defaults: required });
      await check({
        id,
        mapping: { planName: 'no such column', downloadSpeedMbps: text },
        defaults: required,
      });
      const isTaken = await check({
        id,
        mapping: { planName: text },
        defaults: { ...required, planType: text.slice(0, 2_000) },
      });
      if (isTaken === 200) await runDueRows({ providerId: staff.providerId, budgetMs: 60_000 });
      for (const name of ['job.get', 'job.rows', 'job.rejects']) {
        const answer = await call({ name, type: 'query' }, { id });
        expect(answer?.status, name).toBe(200);
      }
    }
    expect(failed.mock.calls.map((line) => JSON.stringify(line).slice(0, 300))).toEqual([]);
  });
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(api.base + path, {
    method: 'POST',
    headers: { cookie: staff.cookie, origin, 'content-type': 'application/json', ...headers },
    body,
  });

const plan = { planName: 'Home', planType: 'RESIDENTIAL', downloadSpeedMbps: 20, uploadSpeedMbps: 5 };

test.each([
  ['the field with NUL', JSON.stringify({ ...plan, planName: 'a\u0000' }), 'planName', 'INVALID_FORMAT'],
  ['a key with NUL', JSON.stringify({ ...plan, 'a\u0000': 1 }), '_', 'INVALID_FORMAT'],
  ['32 levels', `{"planName":${deep}}`, '_', 'INVALID_FORMAT'],
  ['too many values', JSON.stringify({ planName: Array(30_000).fill(0) }), '_', 'OUT_OF_RANGE'],
  ['a key __proto__', '{"planName":{"__proto__":{"a":1}}}', 'planName.__proto__', 'NOT_ALLOWED'],
])('400 names %s', async (_, body, field, code) => {
  const answer = await post('/api/trpc/plan.create', body);
  expect(answer.status).toBe(400);
  const { error } = await answer.json();
  expect(error.data.envelope.rejectionReasons).toContainEqual(expect.objectContaining({ field, code }));
  // REST refuses the same with the same reason.
  const own = await staff.post('/v1/plans', undefined, { raw: body });
  expect(own.body.rejectionReasons).toContainEqual(expect.objectContaining({ field, code }));
});

test('400 for a map with the key __proto__, which is not dropped', async () => {
  const integration = { name: 'Splynx', adapter: 'splynx' };
  const raw = JSON.stringify(integration).replace('}', ',"tariffMap":{"__proto__":"pln_1"}}');
  expect((await staff.post('/v1/integrations', undefined, { raw })).body.rejectionReasons).toEqual([
    expect.objectContaining({ field: 'tariffMap.__proto__', code: 'NOT_ALLOWED' }),
  ]);
  expect((await post('/api/trpc/integration.create', raw)).status).toBe(400);
});

test('400 for a batch with one hostile call', async () => {
  const answer = await post(
    '/api/trpc/plan.create,plan.create?batch=1',
    JSON.stringify({ 0: plan, 1: { ...plan, planName: '\ud800' } }),
  );
  expect(answer.status).toBe(400);
});

test.each([['k'.repeat(256)], ['é']])('400 for the idempotency key %.8s', async (key) => {
  const answer = await post('/api/trpc/plan.create', JSON.stringify(plan), { 'idempotency-key': key });
  expect(answer.status).toBe(400);
});

test('400 for two idempotency keys', async () => {
  const answer = await onTheWire(api.base, {
    method: 'POST',
    path: '/api/trpc/plan.create',
    headers: {
      cookie: staff.cookie,
      origin,
      'content-type': 'application/json',
      'idempotency-key': ['a', 'a'],
    },
    body: [JSON.stringify(plan)],
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error.data.envelope.rejectionReasons).toEqual([
    { field: 'Idempotency-Key', code: 'INVALID_FORMAT', message: 'Send this header once.' },
  ]);
});

test.each([...openPaths])('no failure of /api/auth%s for hostile texts', async (path) => {
  const fields = ['email', 'password', 'currentPassword', 'newPassword', 'token', 'name', 'code'];
  for (const value of ['a\u0000@example.com', 'a\ud800', DEEP]) {
    const json = JSON.stringify(Object.fromEntries(fields.map((field) => [field, value])));
    const body = json.replaceAll(JSON.stringify(DEEP), deep.slice(19_500, -19_500));
    expect((await post(`/api/auth${path}`, body)).status).toBeOneOf([400, 401, 403, 404, 429]);
  }
});

test.each(['%00', '%ff', '%', '%ed%a0%80', `${'('.repeat(2_000)}`])(
  'no failure of paths and queries with %.9s',
  async (text) => {
    const paths = [
      `${EXPORT_PATH}subscribers?q=${text}`,
      `${EXPORT_PATH}subscribers?${text}=1`,
      `${EXPORT_PATH}${text}`,
      `${EXPORT_PATH}webhooks/${text}/deliveries`,
      REJECTS_PATH + text,
      `/api/trpc/${text}`,
      `/api/trpc/plan.list?input=${text}`,
      `/api/trpc/plan.list?batch=1&input=${text}`,
      `/api/trpc/plan.list?input=${encodeURIComponent(JSON.stringify({ q: text }))}&batch=${text}`,
    ];
    for (const path of paths) {
      const { status } = await onTheWire(api.base, { path, headers: { cookie: staff.cookie } }).catch(() => ({
        status: 400,
      }));
      expect(status, path).toBeLessThan(500);
    }
  },
);
