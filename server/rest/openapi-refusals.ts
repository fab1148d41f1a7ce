import { invalid, type Refusal, refuse } from '../contract/errors.ts';

const mismatch = refuse('CONFIRMATION_MISMATCH', { details: { expected: 'Home 50' } });

const belowFloor = (field: string) =>
  refuse('PLAN_PRICE_BELOW_FLOOR', {
    field,
    message: 'The floor for 50 Mbps is 20 USD.',
    details: { floorAmount: 20, currency: 'USD' },
  });

const nameTaken = refuse('CONFLICT', {
  field: 'planName',
  code: 'ALREADY_EXISTS',
  message: 'Another plan has this name.',
});

const externalIdTaken = refuse('CONFLICT', {
  field: 'externalUserId',
  code: 'ALREADY_EXISTS',
  message: 'Another subscriber has this externalUserId.',
});

const wrongState = (status: string) =>
  refuse('CONFLICT', { message: `This cannot be done while it is ${status}.` });

const sandboxOnly = refuse('FORBIDDEN', { message: 'Only sandbox accounts have a test clock.' });

const webhookDisabled = refuse('CONFLICT', {
  field: 'id',
  message: 'The webhook is disabled. Enable it first.',
});

const signsNothing = refuse('CONFLICT', { field: 'id', message: 'This integration uses no signatures.' });

/** Examples of errors that are more specific than the catalogue's row, by operation and name. */
export const particularRefusals: Record<string, Record<string, Refusal>> = {
  'installation.create': {
    IMMUTABLE: refuse('IMMUTABLE', {
      field: 'subscriptionId',
      message: 'The subscription has ended and cannot be restored.',
    }),
  },
  'inboundEvent.retry': { CONFLICT: wrongState('PROCESSED') },
  'integration.update': {
    IMMUTABLE: refuse('IMMUTABLE', {
      field: 'adapter',
      message: 'Its events have another form. Create a new integration.',
    }),
  },
  'integration.rotateSecret': { CONFLICT: signsNothing },
  'integration.revokeSecret': { CONFLICT: signsNothing },
  'payment.create': {
    CONFLICT: refuse('CONFLICT', { field: 'subscriptionId', message: 'No amount is due.' }),
    IMMUTABLE: refuse('IMMUTABLE', {
      field: 'subscriptionId',
      message: 'The subscription has ended and cannot be restored.',
    }),
    REFERENCE_TAKEN: refuse('CONFLICT', {
      field: 'reference',
      code: 'ALREADY_EXISTS',
      message: 'Another payment has this reference.',
    }),
  },
  'payment.simulate': {
    CONFLICT: refuse('CONFLICT', {
      field: 'id',
      message: 'Only an open payment on the simulated rail can be simulated.',
    }),
  },
  'plan.create': { CONFLICT: nameTaken, PLAN_PRICE_BELOW_FLOOR: belowFloor('priceAmount') },
  'plan.update': { CONFLICT: nameTaken, PLAN_PRICE_BELOW_FLOOR: belowFloor('priceAmount') },
  'plan.duplicate': { CONFLICT: nameTaken, PLAN_PRICE_BELOW_FLOOR: belowFloor('priceAmount') },
  'plan.disable': { CONFIRMATION_MISMATCH: mismatch },
  'plan.delete': {
    CONFIRMATION_MISMATCH: mismatch,
    CONFLICT: refuse('CONFLICT', {
      field: 'id',
      message: 'Subscriptions use this plan or have a pending change to it.',
    }),
  },
  'refund.create': {
    CONFLICT: refuse('CONFLICT', { field: 'id', message: 'Only a completed payment can be refunded.' }),
    MORE_THAN_IS_LEFT: invalid([
      { field: 'amount', code: 'OUT_OF_RANGE', message: '19.99 USD of this payment is left to refund.' },
    ]),
  },
  'subscriber.create': { CONFLICT: externalIdTaken },
  'subscriber.update': { CONFLICT: externalIdTaken },
  'subscriber.suspend': {
    CONFLICT: refuse('CONFLICT', { field: 'id', message: 'The subscriber already has a hold.' }),
  },
  'subscriber.activate': {
    CONFLICT: wrongState('active'),
    PRECONDITION: refuse('PRECONDITION', {
      field: 'id',
      message: 'The subscriber has no hold. A payment restores service.',
    }),
  },
  'subscriber.deactivate': {
    ALREADY_INACTIVE: refuse('CONFLICT', { field: 'id', code: 'ALREADY_INACTIVE' }),
    SUBSCRIPTION_NOT_FOUND: refuse('NOT_FOUND', { field: 'subscriptionIds' }),
  },
  'subscriber.terminate': { CONFLICT: wrongState('terminated') },
  'subscription.create': { PLAN_PRICE_BELOW_FLOOR: belowFloor('priceOverride') },
  'subscription.credentials': {
    PRECONDITION: refuse('PRECONDITION', {
      field: 'id',
      message: 'Network credentials are created with the first payment.',
    }),
  },
  'delivery.resend': { CONFLICT: webhookDisabled },
  'webhook.replay': { CONFLICT: webhookDisabled },
  'webhook.test': { CONFLICT: webhookDisabled },
  'webhook.create': {
    CONFLICT: refuse('CONFLICT', { message: 'An account can have 10 webhooks. Delete one first.' }),
  },
  'testClock.get': { FORBIDDEN: sandboxOnly },
  'testClock.advance': { FORBIDDEN: sandboxOnly },
};
