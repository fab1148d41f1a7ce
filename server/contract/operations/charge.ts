import {
  chargeCreate,
  chargeEnd,
  chargeId,
  chargeList,
  chargeListOfAll,
  chargePage,
  chargeSnapshot,
} from '../charge.ts';
import { eventPage } from '../events.ts';
import { begins, subscription } from '../examples/customers.ts';
import { charge } from '../examples/money.ts';
import { portalRead, rest } from '../operation.ts';
import {
  chargeById,
  chargeCounts,
  chargeFilters,
  chargeListAll,
  chargeTotals,
  pendingCharges,
} from '../portal/charge.ts';
import { chargeEventList } from '../portal/events.ts';
import { nothing } from '../primitives.ts';

const ended = { status: 'CANCELLED', cancelledAt: begins } as const;

export const chargeOperations = {
  list: rest('GET', '/v1/subscribers/{subscriberId}/charges', {
    summary: 'List the charges of a subscriber',
    description: 'The charges of one subscriber, the newest first.',
    sdk: 'charges.list',
    permission: 'read',
    input: chargeList,
    output: chargePage,
    tag: 'charges',
    errors: ['subscriber_not_found', 'invalid_created_after', 'invalid_created_before'],
  }),
  allCharges: rest('GET', '/v1/charges', {
    summary: 'List the charges of all subscribers',
    description: 'All charges, the newest first.',
    sdk: 'charges.listAll',
    permission: 'read',
    input: chargeListOfAll,
    output: chargePage,
  }),
  listAll: portalRead({ permission: 'read', input: chargeListAll, output: chargePage }),
  find: portalRead({ permission: 'read', input: chargeById, output: chargeSnapshot }),
  totals: portalRead({ permission: 'read', input: chargeFilters, output: chargeTotals }),
  counts: portalRead({ permission: 'read', input: nothing, output: chargeCounts }),
  pending: portalRead({ permission: 'read', input: nothing, output: pendingCharges }),
  events: portalRead({ permission: 'read', input: chargeEventList, output: eventPage }),
  get: rest('GET', '/v1/subscribers/{subscriberId}/charges/{chargeId}', {
    summary: 'Read a charge',
    description: 'One charge.',
    sdk: 'charges.retrieve',
    permission: 'read',
    input: chargeId,
    output: chargeSnapshot,
    tag: 'charges',
    errors: ['subscriber_not_found', 'charge_not_found'],
  }),
  create: rest('POST', '/v1/subscribers/{subscriberId}/charges', {
    summary: 'Create a charge',
    description:
      'A one-time amount due, such as a replacement router. It is paid by a payment with `chargeId` and has no invoice.',
    sdk: 'charges.create',
    permission: 'charges:write',
    input: chargeCreate,
    output: chargeSnapshot,
    status: 201,
    tag: 'charges',
    errors: ['subscriber_not_found', 'invalid_expires_at', 'subscription_mismatch', 'subscriber_terminal'],
    request: {
      description: 'Replacement router',
      amount: 45,
      currency: 'USD',
      subscriptionId: subscription.id,
    },
    answer: { ...charge, description: 'Replacement router', amount: 45, installationId: null },
  }),
  cancel: rest('POST', '/v1/subscribers/{subscriberId}/charges/{chargeId}/cancel', {
    summary: 'Cancel a pending charge',
    description: 'The charge was a mistake: it is no longer due.',
    sdk: 'charges.cancel',
    permission: 'charges:write',
    input: chargeEnd,
    output: chargeSnapshot,
    tag: 'charges',
    errors: ['charge_not_found', 'CHARGE_NOT_CANCELLABLE'],
    request: { reason: 'Charged twice' },
    answer: { ...charge, ...ended, reason: 'Charged twice' },
  }),
  waive: rest('POST', '/v1/subscribers/{subscriberId}/charges/{chargeId}/waive', {
    summary: 'Waive a pending charge',
    description: 'The charge is no longer due, as a favour. An installation that waits for it goes ahead.',
    sdk: 'charges.waive',
    permission: 'charges:write',
    input: chargeEnd,
    output: chargeSnapshot,
    tag: 'charges',
    errors: ['charge_not_found', 'CHARGE_NOT_WAIVABLE'],
    request: { reason: 'Goodwill' },
    answer: { ...charge, status: 'WAIVED', waivedAt: begins, reason: 'Goodwill' },
  }),
};
