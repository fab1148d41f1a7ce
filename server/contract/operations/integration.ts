import { z } from 'zod';
import { refuse } from '../errors.ts';
import { integration, newIntegration } from '../examples/developers.ts';
import {
  integrationCreate,
  integrationId,
  integrationList,
  integrationPage,
  integrationPatch,
  integrationSnapshot,
  integrationUpdate,
  integrationWithSecret,
} from '../integration.ts';
import { portalRead, rest } from '../operation.ts';
import { integrationContact, integrationHealth, integrationListAll } from '../portal/integration.ts';
import { deletedOutput } from '../primitives.ts';

const signsNothing = refuse('CONFLICT', { field: 'id', message: 'This integration uses no signatures.' });

export const integrationOperations = {
  list: rest('GET', '/v1/integrations', {
    summary: 'List integrations',
    description: 'All integrations, the newest first.',
    sdk: 'integrations.list',
    permission: 'read',
    input: integrationList,
    output: integrationPage,
  }),
  listAll: portalRead({ permission: 'read', input: integrationListAll, output: integrationPage }),
  health: portalRead({ permission: 'read', output: z.array(integrationHealth) }),
  contact: portalRead({ permission: 'read', input: integrationId, output: integrationContact }),
  get: rest('GET', '/v1/integrations/{id}', {
    summary: 'Read an integration',
    description: 'One integration. Its secret is never shown again.',
    sdk: 'integrations.retrieve',
    permission: 'read',
    input: integrationId,
    output: integrationSnapshot,
  }),
  create: rest('POST', '/v1/integrations', {
    summary: 'Create an integration',
    description: 'The answer shows the secret for signatures once.',
    sdk: 'integrations.create',
    permission: 'developers:write',
    input: integrationCreate,
    output: integrationWithSecret,
    status: 201,
    request: newIntegration,
  }),
  update: rest('PUT', '/v1/integrations/{id}', {
    summary: 'Replace an integration',
    description: 'Replaces all writable fields, except that an absent `status` stays.',
    sdk: 'integrations.update',
    permission: 'developers:write',
    input: integrationUpdate,
    output: integrationSnapshot,
    errors: ['IMMUTABLE'],
    refusals: {
      IMMUTABLE: refuse('IMMUTABLE', {
        field: 'adapter',
        message: 'Its events have another form. Create a new integration.',
      }),
    },
    request: { ...newIntegration, freeImmediateUpgrade: true },
    answer: { ...integration, freeImmediateUpgrade: true },
  }),
  patch: rest('PATCH', '/v1/integrations/{id}', {
    summary: 'Change a part of an integration',
    description:
      'What is given is changed, and null clears an optional field. Maps are replaced whole. Checks and events are those of the PUT.',
    sdk: 'integrations.patch',
    permission: 'developers:write',
    input: integrationPatch,
    output: integrationSnapshot,
    errors: ['IMMUTABLE'],
    refusals: {
      IMMUTABLE: refuse('IMMUTABLE', {
        field: 'adapter',
        message: 'Its events have another form. Create a new integration.',
      }),
    },
    request: { name: 'Splynx Mombasa' },
    answer: { ...integration, name: 'Splynx Mombasa' },
  }),

  delete: rest('DELETE', '/v1/integrations/{id}', {
    summary: 'Delete an integration',
    description: 'Its subscriptions stay, and no further events are received.',
    sdk: 'integrations.delete',
    permission: 'developers:write',
    input: integrationId,
    output: deletedOutput('integration'),
    answer: { id: integration.id, deleted: true },
  }),
  rotateSecret: rest('POST', '/v1/integrations/{id}/rotate-secret', {
    summary: 'Rotate the secret of an integration',
    description: 'The answer shows the new secret once. The old one stays valid for 24 hours.',
    sdk: 'integrations.rotateSecret',
    permission: 'developers:write',
    input: integrationId,
    output: integrationWithSecret,
    errors: ['CONFLICT'],
    refusals: { CONFLICT: signsNothing },
  }),
  revokeSecret: rest('DELETE', '/v1/integrations/{id}/secret', {
    summary: 'Revoke the secret of an integration',
    description:
      'All secrets stop at once. Signed events are refused with 503, so that the sender keeps them, until a new secret is made.',
    sdk: 'integrations.revokeSecret',
    permission: 'developers:write',
    input: integrationId,
    output: deletedOutput('integration'),
    errors: ['CONFLICT'],
    refusals: { CONFLICT: signsNothing },
    answer: { id: integration.id, deleted: true },
  }),
};
