import { z } from 'zod';
import { refuse } from '../errors.ts';
import { begins } from '../examples/customers.ts';
import { newWebhook, webhook } from '../examples/developers.ts';
import { portalRead, portalWrite, rest } from '../operation.ts';
import {
  webhookHealth,
  webhookListAll,
  webhookReplayable,
  webhookResent,
  webhookStatusChange,
} from '../portal/webhook.ts';
import { deletedOutput } from '../primitives.ts';
import {
  webhookCreate,
  webhookId,
  webhookList,
  webhookPage,
  webhookPatch,
  webhookReplay,
  webhookReplayed,
  webhookSnapshot,
  webhookTest,
  webhookUpdate,
  webhookWithSecret,
} from '../webhook.ts';

const webhookDisabled = refuse('CONFLICT', {
  field: 'id',
  message: 'The webhook is disabled. Enable it first.',
});

export const webhookOperations = {
  list: rest('GET', '/v1/webhooks', {
    summary: 'List webhooks',
    description: 'All webhooks, the newest first.',
    sdk: 'webhooks.list',
    permission: 'read',
    input: webhookList,
    output: webhookPage,
  }),
  listAll: portalRead({ permission: 'read', input: webhookListAll, output: webhookPage }),
  get: rest('GET', '/v1/webhooks/{id}', {
    summary: 'Read a webhook',
    description: 'One webhook. Its secret is never shown again.',
    sdk: 'webhooks.retrieve',
    permission: 'read',
    input: webhookId,
    output: webhookSnapshot,
  }),
  create: rest('POST', '/v1/webhooks', {
    summary: 'Register a webhook',
    description: 'At most ten webhooks. The answer shows the signing secret once.',
    sdk: 'webhooks.create',
    permission: 'developers:write',
    input: webhookCreate,
    output: webhookWithSecret,
    status: 201,
    errors: ['CONFLICT'],
    refusals: {
      CONFLICT: refuse('CONFLICT', { message: 'An account can have 10 webhooks. Delete one first.' }),
    },
    request: newWebhook,
  }),
  update: rest('PUT', '/v1/webhooks/{id}', {
    summary: 'Replace a webhook',
    description:
      'Replaces all writable fields, except that an absent `apiVersion` or `status` stays. `status: "ACTIVE"` enables a disabled webhook.',
    sdk: 'webhooks.update',
    permission: 'developers:write',
    input: webhookUpdate,
    output: webhookSnapshot,
    request: { ...newWebhook, events: ['*'], status: 'ACTIVE' },
    answer: { ...webhook, events: ['*'] },
  }),
  patch: rest('PATCH', '/v1/webhooks/{id}', {
    summary: 'Change a part of a webhook',
    description:
      'What is given is changed, and null clears an optional field. Checks and events are those of the PUT.',
    sdk: 'webhooks.patch',
    permission: 'developers:write',
    input: webhookPatch,
    output: webhookSnapshot,
    request: { events: ['*'] },
    answer: { ...webhook, events: ['*'] },
  }),

  delete: rest('DELETE', '/v1/webhooks/{id}', {
    summary: 'Delete a webhook',
    description: 'Its pending deliveries are dropped.',
    sdk: 'webhooks.delete',
    permission: 'developers:write',
    input: webhookId,
    output: deletedOutput('webhook'),
    answer: { id: webhook.id, deleted: true },
  }),
  rotateSecret: rest('POST', '/v1/webhooks/{id}/rotate-secret', {
    summary: 'Rotate the secret of a webhook',
    description:
      'The answer shows the new secret once. For 24 hours deliveries are signed with both, so that no delivery is lost.',
    sdk: 'webhooks.rotateSecret',
    permission: 'developers:write',
    input: webhookId,
    output: webhookWithSecret,
  }),
  test: rest('POST', '/v1/webhooks/{id}/test', {
    summary: 'Send a test event to a webhook',
    description:
      "The documented example of the event, with `X-Service-Test: true`. It is in the webhook's deliveries, not in the list of events.",
    sdk: 'webhooks.test',
    permission: 'developers:write',
    input: webhookTest,
    output: webhookSnapshot,
    hasDryRun: false,
    errors: ['CONFLICT'],
    refusals: { CONFLICT: webhookDisabled },
    request: { type: 'payment.received' },
  }),
  replay: rest('POST', '/v1/webhooks/{id}/replay', {
    summary: 'Replay past events to a webhook',
    description:
      'Queues every event since an instant that the webhook subscribes to, events older than the webhook included.',
    sdk: 'webhooks.replay',
    permission: 'developers:write',
    input: webhookReplay,
    output: webhookReplayed,
    hasDryRun: false,
    errors: ['CONFLICT'],
    refusals: { CONFLICT: webhookDisabled },
    request: { since: begins },
  }),
  health: portalRead({ permission: 'read', output: z.array(webhookHealth) }),
  replayable: portalRead({ permission: 'read', input: webhookReplay, output: webhookReplayable }),
  setStatus: portalWrite({
    permission: 'developers:write',
    input: webhookStatusChange,
    output: webhookSnapshot,
    hasDryRun: true,
  }),
  resendFailed: portalWrite({ permission: 'developers:write', input: webhookId, output: webhookResent }),
};
