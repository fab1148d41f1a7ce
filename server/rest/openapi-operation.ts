import type { z } from 'zod';
import { schemaExamples } from '../contract/examples/schemas.ts';
import { answerHeaders, EXAMPLE_CORRELATION_ID, failuresOf } from './openapi-failures.ts';
import { operationId, ownerOf, spacedName } from './openapi-names.ts';
import { described, exactly, fieldText, type ObjectSchema, ref, type Schema } from './openapi-schema.ts';
import type { Route } from './routes.ts';

type Parameter = { in: string; name: string; schema: Schema; required?: boolean; description?: string };
type Content = { content?: Record<string, { schema?: Schema }> };

/** The generator's output for a procedure. */
export type Generated = {
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Content>;
};

const JSON_TYPE = 'application/json';

/** Both headers in one requirement. Two entries of the list would be alternatives. */
const security = [{ AccessId: [], AccessSecret: [] }];

/** Headers that requests and answers have in common. */
export const sharedParameters: Record<string, Schema> = {
  CorrelationId: {
    name: 'x-correlation-id',
    in: 'header',
    required: false,
    description: 'A UUID of yours that identifies this request. Any other value is ignored and replaced.',
    schema: { type: 'string', examples: [EXAMPLE_CORRELATION_ID] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to repeat; use a UUID. The same key with the same request returns the first ' +
      'answer again; with another request it is 409.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits.',
    schema: { type: 'string', examples: ['"mb1k2x3c-Z0c4a526a3e4d0b9a570d1"'] },
  },
  DryRun: {
    name: 'Dry-Run',
    in: 'header',
    required: false,
    description:
      'With true the request runs in full and is rolled back. The answer has the status and data of the real request, with ' +
      'provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is ' +
      'contacted. The answer repeats the header.',
    schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
  },
};

const seconds = { type: 'integer', minimum: 1 };

export const sharedHeaders: Record<string, Schema> = {
  DryRun: {
    required: false,
    description: 'Present when the request was a dry run: nothing has changed.',
    schema: { type: 'string', const: 'true' },
  },
  CorrelationId: {
    required: true,
    description: 'The same as correlationId in the body.',
    schema: ref('schemas', 'CorrelationId'),
  },
  ETag: {
    required: false,
    description: 'The version of the resource, for `If-Match`. It changes with each stored field.',
    schema: { type: 'string' },
  },
  RateLimitLimit: {
    required: false,
    description: 'Requests a second; absent where the limit is off.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    required: false,
    description: 'Requests that are left of the burst.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    required: false,
    description: 'Whole seconds until the burst is full again.',
    schema: { type: 'integer', minimum: 0 },
  },
  ContentDisposition: {
    required: true,
    description: 'The name of the file.',
    schema: { type: 'string', examples: ['attachment; filename="INV-000042.pdf"'] },
  },
  IdempotentReplayed: {
    required: false,
    description:
      'Present when this is the stored answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  RetryAfter: {
    required: true,
    description: 'Whole seconds to wait before the next try.',
    schema: seconds,
  },
  MayRetryAfter: {
    required: false,
    description: 'Whole seconds to wait before the next try; absent when a retry cannot succeed.',
    schema: seconds,
  },
};

/** The operation as it is on the wire, from the generator's output and the route. */
export function operationOf(route: Route, generated: Generated): Schema {
  const given = generated.requestBody?.content?.[JSON_TYPE]?.schema as ObjectSchema | undefined;
  return {
    operationId: operationId(route),
    summary: route.facts.summary,
    description: route.facts.description,
    tags: [route.facts.tag],
    security,
    parameters: [
      ...(generated.parameters ?? []).map((parameter) => parameterOf(route, parameter)),
      ...queryOf(route, given),
      ref('parameters', 'CorrelationId'),
      ...(route.isWrite ? [ref('parameters', 'IdempotencyKey')] : []),
      ...(route.isWrite && route.pathParams.length > 0 ? [ref('parameters', 'IfMatch')] : []),
      ...(route.isWrite && route.hasDryRun ? [ref('parameters', 'DryRun')] : []),
    ],
    ...requestBodyOf(route, given),
    responses: { [route.facts.status]: success(route, generated), ...failuresOf(route) },
  };
}

function parameterOf(route: Route, parameter: Parameter): Schema {
  if (parameter.in === 'path') {
    const which = parameter.name === 'id' ? ownerOf(route) : parameter.name.replace(/Id$/, '');
    return { ...parameter, description: `Which ${spacedName(which)}.` };
  }
  // The generator unwraps optional schemas and loses their descriptions.
  const field = (route.input as z.ZodObject).shape[parameter.name] as z.ZodType | undefined;
  const { description, ...schema } = parameter.schema;
  const ownDescription = field?.meta()?.description ?? description ?? fieldText('query', parameter.name);
  const style = route.query.get(parameter.name) === 'map' ? { style: 'deepObject', explode: true } : {};
  return { ...parameter, ...style, ...(ownDescription ? { description: ownDescription } : {}), schema };
}

/** The parameters that the generator put into the body although they travel in the query string. */
function queryOf(route: Route, body: ObjectSchema | undefined): Schema[] {
  if (!body) return [];
  return [...route.query.keys()].map((name) =>
    parameterOf(route, {
      in: 'query',
      name,
      required: body.required?.includes(name) ?? false,
      schema: body.properties[name] ?? {},
    }),
  );
}

function requestBodyOf(route: Route, given: ObjectSchema | undefined): Schema {
  if (!given || route.body.size === 0) return {};
  const required = (given.required ?? []).filter((key) => route.body.has(key));
  // The generator rebuilds a schema that has checks across fields, and loses its other keywords.
  const { anyOf, oneOf } = route.input.meta() ?? {};
  const schema: Schema = {
    ...given,
    properties: Object.fromEntries(Object.entries(given.properties).filter(([key]) => route.body.has(key))),
    required,
    ...(anyOf ? { anyOf } : {}),
    ...(oneOf ? { oneOf } : {}),
    additionalProperties: false,
  };
  if (required.length === 0) delete schema.required;
  const isRequired = required.length > 0 || anyOf !== undefined || oneOf !== undefined;
  const example = route.facts.request;
  return {
    requestBody: {
      required: isRequired,
      content: {
        [JSON_TYPE]: { schema: described(schema, resourceOf(route)), ...(example ? { example } : {}) },
      },
    },
  };
}

/** The name of the resource whose fields a body has: `DemarcationPoint` for `demarcationPoint.create`. */
function resourceOf({ name }: Route): string {
  return name.charAt(0).toUpperCase() + name.slice(1, name.indexOf('.'));
}

function success(route: Route, generated: Generated): Schema {
  if (route.facts.file) return file(route.facts.file);
  const output = generated.responses?.[200]?.content?.[JSON_TYPE]?.schema ?? {};
  const { data, meta } = route.isList ? (output as ObjectSchema).properties : { data: output };
  const { status } = route.facts;
  const isDryable = route.isWrite && route.hasDryRun;
  return {
    description: status === 201 ? 'Created.' : route.isList ? 'One page of the list.' : 'Done.',
    headers: {
      ...answerHeaders,
      ...(route.isTagged || route.isWrite ? { ETag: ref('headers', 'ETag') } : {}),
      ...(route.isWrite ? { 'Idempotent-Replayed': ref('headers', 'IdempotentReplayed') } : {}),
      ...(isDryable ? { 'Dry-Run': ref('headers', 'DryRun') } : {}),
    },
    content: {
      [JSON_TYPE]: {
        schema: described(
          exactly(
            {
              success: { type: 'boolean', const: true },
              data: data ?? {},
              ...(meta ? { meta } : {}),
              ...(isDryable ? { meta: ref('schemas', 'DryRunMeta') } : {}),
              correlationId: ref('schemas', 'CorrelationId'),
            },
            isDryable ? ['meta'] : [],
          ),
          'Envelope',
        ),
        example: {
          success: true,
          data: exampleOf(route, data ?? {}),
          ...(meta ? { meta: route.facts.metaExample ?? onePage } : {}),
          correlationId: EXAMPLE_CORRELATION_ID,
        },
      },
    },
  };
}

const onePage = { page: 1, limit: 20, total: 1, totalPages: 1, next: null };

/** The example of an answer: that of the operation, else that of its resource. */
function exampleOf({ facts, isList }: Route, data: Schema): unknown {
  if (facts.answer !== undefined) return facts.answer;
  const schema = isList ? (data.items as Schema) : data;
  const example = schemaExamples[(schema.$ref as string | undefined)?.split('/').at(-1) ?? ''];
  return isList ? [example] : example;
}

/** The answer of an operation that returns a file. */
function file(mediaType: string): Schema {
  return {
    description: 'The file.',
    headers: {
      ...answerHeaders,
      'Content-Disposition': ref('headers', 'ContentDisposition'),
    },
    content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } },
  };
}
