import { codes } from '../contract/codes.ts';
import { MAX_DRY_EVENTS } from '../contract/envelope.ts';
import {
  businessErrors,
  type ErrorKey,
  invalid,
  MAX_REASONS,
  type Refusal,
  refuse,
} from '../contract/errors.ts';
import { exampleEvent } from '../contract/examples/events.ts';
import { requiredSteps } from '../contract/portal/required-step.ts';
import { reasonsOf } from '../contract/reasons.ts';
import { errorHelp } from '../contract/texts/error-help.ts';
import { env } from '../env.ts';
import { notFound } from './not-found.ts';
import { exactly, ref, type Schema } from './openapi-schema.ts';
import type { Route } from './routes.ts';

export const EXAMPLE_CORRELATION_ID = '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c';

/** Headers of each answer to a caller with a credential. Contract: Rate limits. */
export const answerHeaders: Schema = {
  'x-correlation-id': ref('headers', 'CorrelationId'),
  'RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

const correlationId = ref('schemas', 'CorrelationId');

/** The envelope of a failure, and the schemas that both envelopes share. */
export const failureSchemas: Record<string, Schema> = {
  CorrelationId: {
    type: 'string',
    format: 'uuid',
    description:
      'The same id is on the events and audit entries of this request. Quote it in support requests.',
    examples: [EXAMPLE_CORRELATION_ID],
  },
  Failure: {
    ...exactly(
      {
        success: { type: 'boolean', const: false },
        error: { type: 'string', description: 'A summary for people and logs. Do not branch on it.' },
        errorCode: {
          type: 'string',
          enum: Object.keys(businessErrors),
          description: 'The business code of the broken rule, if it has one.',
        },
        rejectionReasons: {
          type: 'array',
          minItems: 1,
          maxItems: MAX_REASONS,
          items: ref('schemas', 'RejectionReason'),
        },
        details: { type: 'object', description: 'More data, such as the expected plan name.' },
        meta: ref('schemas', 'DryRunMeta'),
        correlationId,
      },
      ['errorCode', 'details', 'meta'],
    ),
  },
  RejectionReason: exactly({
    field: {
      type: 'string',
      description: 'Dot-path of the field or parameter, such as headers.0.name; _ without a field.',
    },
    code: { type: 'string', enum: Object.keys(codes) },
    message: { type: 'string', description: 'The fault, for people.' },
  }),
  DryRunMeta: {
    ...exactly({
      dryRun: exactly({
        eventCount: {
          type: 'integer',
          minimum: 0,
          description: 'Number of events that the real request would emit.',
        },
        events: {
          type: 'array',
          maxItems: MAX_DRY_EVENTS,
          items: ref('schemas', 'Event'),
          description:
            'The first 1,000 events, in order. No further one is listed after 8 MiB of text, so fewer than both 1,000 and eventCount means that the list was cut there.',
        },
      }),
    }),
    description: 'Present on a dry run: the events that the real request would emit.',
    examples: [{ dryRun: { eventCount: 1, events: [exampleEvent('plan.created')] } }],
  },
};

const meanings: Record<number, string> = {
  400: 'The request breaks a rule; nothing has changed. Every invalid field is listed.',
  401: 'Credentials are missing or wrong.',
  403: 'The credentials are valid but do not allow this, or the account is suspended.',
  404: 'The resource does not exist or is not visible to you.',
  409: 'The current state does not allow this, or the Idempotency-Key was used for another request; nothing has changed.',
  413: 'The body is larger than 1 MiB.',
  422: 'A precondition does not hold.',
  429: 'Too many requests. Wait for Retry-After seconds.',
  500: 'Unexpected error in Demarc. Try again with the same Idempotency-Key.',
  502: 'An external system failed. Try again with the same Idempotency-Key.',
  503: 'A dependency is not available. Wait for Retry-After seconds.',
};

/** Failures that every operation can have. */
export const sharedFailures: Record<string, Schema> = {
  Unauthorized: response(401, { UNAUTHORIZED: refuse('UNAUTHORIZED') }),
  AccountUnavailable: response(403, {
    ACCOUNT_SUSPENDED: refuse('FORBIDDEN', { message: requiredSteps.leaveSuspendedAccount }),
  }),
  PayloadTooLarge: response(413, {
    PAYLOAD_TOO_LARGE: refuse('PAYLOAD_TOO_LARGE', { message: 'A body may have at most 1 MiB.' }),
  }),
  RateLimited: response(429, { RATE_LIMITED: refuse('RATE_LIMITED', { retryAfter: 1 }) }),
  InternalError: response(500, { INTERNAL_ERROR: refuse('INTERNAL_ERROR') }),
  ServiceUnavailable: response(503, {
    SERVICE_UNAVAILABLE: refuse('SERVICE_UNAVAILABLE', { retryAfter: 2 }),
  }),
};

/** All failures of an operation by status, each error with an example under its name. */
export function failuresOf(route: Route): Record<string, Schema> {
  return { 403: ref('responses', 'AccountUnavailable'), ...failures(refusalsOf(route), route.isWrite) };
}

/** The same for an operation that is not a procedure. */
export function failures(refusals: Record<string, Refusal>, isWrite = true): Record<string, Schema> {
  const byStatus = new Map<number, Record<string, Refusal>>();
  for (const [name, refusal] of Object.entries({ ...refusals, ...(isWrite ? idempotency : {}) })) {
    byStatus.set(refusal.status, { ...byStatus.get(refusal.status), [name]: refusal });
  }
  return {
    503: ref('responses', 'ServiceUnavailable'),
    ...Object.fromEntries([...byStatus].map(([status, refusals]) => [status, response(status, refusals)])),
    401: ref('responses', 'Unauthorized'),
    ...(isWrite ? { 413: ref('responses', 'PayloadTooLarge') } : {}),
    429: ref('responses', 'RateLimited'),
    500: ref('responses', 'InternalError'),
  };
}

function refusalsOf(route: Route): Record<string, Refusal> {
  return {
    VALIDATION_FAILED: validationFailed(route),
    ...Object.fromEntries(route.facts.errors.map((key) => [exampleName(key), refuse(key)])),
    ...route.facts.refusals,
    ...Object.fromEntries(
      route.pathParams.map((name) => {
        const missing = notFound(route, name);
        return [missing.key, missing];
      }),
    ),
  };
}

const idempotency = {
  IDEMPOTENCY_KEY_USED: refuse('CONFLICT', {
    field: 'Idempotency-Key',
    message: 'This key was used for a different request.',
  }),
  IDEMPOTENCY_KEY_RUNNING: refuse('CONFLICT', {
    field: 'Idempotency-Key',
    message: 'The first request with this key is still running.',
    retryAfter: 1,
  }),
};

/** The example of a 400: the schema's reasons for a request that is wrong in every field. */
function validationFailed({ input, isList, pathParams, query, body }: Route): Refusal {
  const ids = Object.fromEntries(pathParams.map((name) => [name, 'x']));
  const nulls = Object.fromEntries([...query.keys(), ...body].map((name) => [name, null]));
  const attempts = [isList ? { page: 0, limit: 500 } : {}, nulls, { colour: 'green' }];
  for (const attempt of attempts) {
    const wrong = { ...ids, ...attempt };
    const checked = input.safeParse(wrong);
    if (!checked.success) return invalid(reasonsOf(checked.error.issues, wrong));
  }
  throw new Error('an operation that accepts any input has no invalid example');
}

/** The name of an example: the error's code, or its text in the form of a code. */
export function exampleName(key: ErrorKey): string {
  return /^[\w]+$/.test(key) ? key : key.toUpperCase().replaceAll(' ', '_');
}

/** The errors with a code, each with a link to its cause and remedy. */
function linksTo(refusals: Refusal[]): string[] {
  const coded = [...new Set(refusals.flatMap(({ body }) => body.errorCode ?? []))];
  const links = coded.map((code) => `[${code}](${env.PUBLIC_URL}/docs/errors#${code})`);
  return links.length > 0 ? [`Errors: ${links.join(', ')}.`] : [];
}

/** An answer of one status, with an example of each refusal. */
export function response(status: number, refusals: Record<string, Refusal>): Schema {
  const all = Object.values(refusals);
  const someRetryAfter = all.some(({ headers }) => headers['Retry-After'] !== undefined);
  const allRetryAfter = someRetryAfter && all.every(({ headers }) => headers['Retry-After'] !== undefined);
  return {
    description: [meanings[status] ?? 'The request failed.', ...linksTo(all)].join(' '),
    headers: {
      ...answerHeaders,
      ...(someRetryAfter
        ? { 'Retry-After': ref('headers', allRetryAfter ? 'RetryAfter' : 'MayRetryAfter') }
        : {}),
    },
    content: {
      'application/json': {
        schema: ref('schemas', 'Failure'),
        examples: Object.fromEntries(
          Object.entries(refusals).map(([name, { key, body }]) => [
            name,
            {
              summary: body.rejectionReasons[0]?.message,
              description: `${errorHelp[key].cause} ${errorHelp[key].remedy}`,
              value: { success: false, ...body, correlationId: EXAMPLE_CORRELATION_ID },
            },
          ]),
        ),
      },
    },
  };
}
