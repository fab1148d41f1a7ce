import { refuse } from '../contract/errors.ts';
import { exampleId } from '../contract/primitives.ts';
import { answerHeaders, EXAMPLE_CORRELATION_ID, failures } from './openapi-failures.ts';
import { described, exactly, ref, type Schema } from './openapi-schema.ts';

/** The operation that external systems call. It is not a procedure and has authentication rules of its own. */
export const inboundOperation: Schema = {
  operationId: 'receiveInboundEvent',
  summary: 'Send an event of an external system',
  description:
    'Answers as soon as the body is stored. A job processes it later, in order for each service. A repeated event is ' +
    'stored once.\n\nAn integration with `signing` `hmac` accepts signed events only. One with `none` accepts the access headers ' +
    'of its account, or no credentials: `partner_id` then names the account.',
  tags: ['integrations'],
  security: [{}, { AccessId: [], AccessSecret: [] }],
  parameters: [
    {
      in: 'path',
      name: 'integrationId',
      required: true,
      description: 'Which integration.',
      schema: { type: 'string', minLength: 1, examples: [exampleId('integration')] },
    },
    {
      in: 'header',
      name: 'X-Webhook-Signature',
      required: false,
      description: "Hex HMAC-SHA256 of the raw body, keyed by the integration's secret.",
      schema: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' },
    },
    ref('parameters', 'CorrelationId'),
    ref('parameters', 'IdempotencyKey'),
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            event: { type: 'string', minLength: 1, maxLength: 255, description: 'What happened.' },
            data: { type: 'object', description: 'The payload of the external system.' },
            partner_id: {
              type: ['string', 'number'],
              description:
                'The account of the event; required without credentials. It may be in data instead.',
            },
          },
          required: ['event', 'data'],
          additionalProperties: true,
        },
        example: {
          event: 'internet_service/edit',
          data: { attributes: { id: '77', customer_id: '1042', tariff_id: '12', status: 'active' } },
        },
      },
    },
  },
  responses: {
    201: {
      description: 'Kept.',
      headers: {
        ...answerHeaders,
        'Idempotent-Replayed': ref('headers', 'IdempotentReplayed'),
      },
      content: {
        'application/json': {
          schema: described(
            exactly({
              success: { type: 'boolean', const: true },
              data: described(
                exactly({
                  inboundEventId: { type: 'string', examples: [exampleId('inboundEvent')] },
                  status: { type: 'string', const: 'QUEUED' },
                }),
                'InboundEvent',
              ),
              correlationId: ref('schemas', 'CorrelationId'),
            }),
            'Envelope',
          ),
          example: {
            success: true,
            data: { inboundEventId: exampleId('inboundEvent'), status: 'QUEUED' },
            correlationId: EXAMPLE_CORRELATION_ID,
          },
        },
      },
    },
    ...failures({
      VALIDATION_FAILED: refuse('VALIDATION_FAILED', { field: 'event', code: 'REQUIRED' }),
      NOT_FOUND: refuse('NOT_FOUND', { field: 'integrationId' }),
      SERVICE_UNAVAILABLE: refuse('SERVICE_UNAVAILABLE', {
        message: 'The secret of this integration is revoked.',
        retryAfter: 60,
      }),
    }),
  },
};
