import { z } from 'zod';
import { requestMethods, requestStatuses } from './api-request-values.ts';
import { listInput, listOutput } from './paging.ts';
import { anyText, idInput, idOutput, instantOutput } from './primitives.ts';

/** One call of the API as lists show it. Contract: Request log. */
export const apiRequestSnapshot = z
  .object({
    id: idOutput('apiRequest'),
    callerType: z.enum(['credential', 'integration']),
    callerId: z.string(),
    callerName: z.string(),
    method: z.string(),
    route: z.string().nullable(),
    path: z.string(),
    query: z.string().nullable(),
    status: z.int(),
    error: z.string().nullable().meta({ description: 'The key of the refusal in the catalogue of errors.' }),
    durationMs: z.number(),
    address: z.string(),
    userAgent: z.string().nullable(),
    correlationId: z.string().meta({ format: 'uuid' }),
    idempotencyKey: z.string().nullable(),
    replayed: z.boolean(),
    dryRun: z.boolean(),
    authenticated: z
      .boolean()
      .meta({ description: 'False for a call that names the account without valid credentials.' }),
    recordedAt: instantOutput.meta({ description: 'Real time. `createdAt` is the provider’s time.' }),
    createdAt: instantOutput.meta({ description: 'When it was received, by the clock of the account.' }),
  })
  .meta({ id: 'ApiRequest' });
export type ApiRequestSnapshot = z.output<typeof apiRequestSnapshot>;

/** A call with its bodies. */
export const apiRequestDetail = apiRequestSnapshot
  .extend({
    requestBody: z.string().nullable(),
    responseBody: z.string().nullable(),
  })
  .meta({ id: 'ApiRequestWithBodies' });
export type ApiRequestDetail = z.output<typeof apiRequestDetail>;

export const apiRequestId = z.strictObject({ id: idInput('apiRequest') });

export const filters = {
  method: z.enum(requestMethods).optional(),
  status: z
    .enum(requestStatuses)
    .optional()
    .meta({ description: 'A status such as `404`, or a class such as `4xx`.' }),
  outcome: z.enum(['refused']).optional().meta({ description: 'Only calls with a status from 400 on.' }),
  path: anyText(1, 200).optional().meta({ description: 'A part of the path; case does not matter.' }),
  callerId: anyText(1, 64).optional(),
  error: anyText(1, 100).optional(),
  correlationId: anyText(1, 64).optional(),
};

export const apiRequestList = listInput([], filters);

export const apiRequestPage = listOutput(apiRequestSnapshot);
