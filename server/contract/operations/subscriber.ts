import type { z } from 'zod';
import {
  balanceTransactionList,
  balanceTransactionPage,
  balanceTransactionSnapshot,
  creditAdjust,
} from '../balance-transaction.ts';
import { pageLink } from '../customer-page.ts';
import { invalid, refuse } from '../errors.ts';
import { address, begins, person, subscriber, subscription } from '../examples/customers.ts';
import { balanceTransaction } from '../examples/money.ts';
import { portalRead, portalWrite, rest } from '../operation.ts';
import { pdfDocument } from '../pdf-document.ts';
import { statement, statementQuery } from '../portal/account-statement.ts';
import { activityPage, activityQuery } from '../portal/activity.ts';
import { networkUsageDays } from '../portal/network-session.ts';
import {
  personalDataFile,
  subscriberCounts,
  subscriberErase,
  subscriberListAll,
} from '../portal/subscriber.ts';
import { subscriberOverview } from '../portal/subscriber-overview.ts';
import { deletedOutput, nothing } from '../primitives.ts';
import {
  deactivation,
  subscriberCreate,
  subscriberDeactivate,
  subscriberId,
  subscriberList,
  subscriberPage,
  subscriberPatch,
  subscriberSnapshot,
  subscriberSuspend,
  subscriberTerminate,
  subscriberUpdate,
} from '../subscriber.ts';

const uniqueness = [
  'Email already in use for this provider',
  'Phone already in use for this provider',
  'CONFLICT',
] as const;

const externalIdTaken = refuse('CONFLICT', {
  field: 'externalUserId',
  code: 'ALREADY_EXISTS',
  message: 'Another subscriber has this externalUserId.',
});

const newSubscriber: z.input<typeof subscriberCreate> = { ...person, ...address, externalUserId: 'crm-1042' };

const wrongState = (status: string) =>
  refuse('CONFLICT', { message: `This cannot be done while it is ${status}.` });

export const subscriberOperations = {
  list: rest('GET', '/v1/subscribers', {
    summary: 'List subscribers',
    description: 'All subscribers, the newest first. `q` searches names, email, phone and external ids.',
    sdk: 'subscribers.list',
    permission: 'read',
    input: subscriberList,
    output: subscriberPage,
  }),
  counts: portalRead({ permission: 'read', input: nothing, output: subscriberCounts }),
  get: rest('GET', '/v1/subscribers/{id}', {
    summary: 'Read a subscriber',
    description: 'One subscriber, with what is due from it in `balanceDue`.',
    sdk: 'subscribers.retrieve',
    permission: 'read',
    input: subscriberId,
    output: subscriberSnapshot,
  }),
  listAll: portalRead({ permission: 'read', input: subscriberListAll, output: subscriberPage }),
  overview: portalRead({ permission: 'read', input: subscriberId, output: subscriberOverview }),
  usageDays: portalRead({ permission: 'read', input: subscriberId, output: networkUsageDays }),
  statement: portalRead({ permission: 'read', input: statementQuery, output: statement }),
  statementPdf: portalRead({ permission: 'read', input: statementQuery, output: pdfDocument }),
  activity: portalRead({ permission: 'read', input: activityQuery, output: activityPage }),
  create: rest('POST', '/v1/subscribers', {
    summary: 'Create a subscriber',
    description:
      'Email, phone and `externalUserId` are unique in your account. The subscriber has no service until the first payment of a subscription.',
    sdk: 'subscribers.create',
    permission: 'subscribers:write',
    takesLocalPhone: true,
    input: subscriberCreate,
    output: subscriberSnapshot,
    status: 201,
    errors: uniqueness,
    refusals: { CONFLICT: externalIdTaken },
    request: newSubscriber,
    answer: { ...subscriber, subscriptionCount: 0 },
  }),
  update: rest('PUT', '/v1/subscribers/{id}', {
    summary: 'Replace a subscriber',
    description: 'Replaces all writable fields: an optional field that is absent is cleared.',
    sdk: 'subscribers.update',
    permission: 'subscribers:write',
    takesLocalPhone: true,
    input: subscriberUpdate,
    output: subscriberSnapshot,
    errors: [...uniqueness, 'IMMUTABLE'],
    refusals: { CONFLICT: externalIdTaken },
    request: { ...newSubscriber, city: 'Mombasa' },
    answer: { ...subscriber, city: 'Mombasa' },
  }),
  patch: rest('PATCH', '/v1/subscribers/{id}', {
    summary: 'Change a part of a subscriber',
    description:
      'What is given is changed, and null clears an optional field. Checks and events are those of the PUT.',
    sdk: 'subscribers.patch',
    permission: 'subscribers:write',
    input: subscriberPatch,
    output: subscriberSnapshot,
    takesLocalPhone: true,
    errors: [...uniqueness, 'IMMUTABLE'],
    refusals: { CONFLICT: externalIdTaken },
    request: { city: 'Mombasa', street: null },
    answer: { ...subscriber, city: 'Mombasa', street: null },
  }),
  suspend: rest('POST', '/v1/subscribers/{id}/suspend', {
    summary: 'Put a manual hold on a subscriber',
    description:
      'Cuts the network access of all its subscriptions at once. Subscriptions and their billing continue.',
    sdk: 'subscribers.suspend',
    permission: 'subscribers:write',
    input: subscriberSuspend,
    output: subscriberSnapshot,
    errors: ['CONFLICT'],
    refusals: {
      CONFLICT: refuse('CONFLICT', { field: 'id', message: 'The subscriber already has a hold.' }),
    },
    request: { reason: 'Customer is travelling' },
    answer: {
      ...subscriber,
      status: 'suspended',
      hold: { reason: 'Customer is travelling', since: begins },
    },
  }),
  activate: rest('POST', '/v1/subscribers/{id}/activate', {
    summary: 'Lift a manual hold',
    description:
      'Lifts the hold. The subscriber stays `suspended` while no subscription is in service; a payment restores service.',
    sdk: 'subscribers.activate',
    permission: 'subscribers:write',
    input: subscriberId,
    output: subscriberSnapshot,
    errors: ['CONFLICT', 'PRECONDITION'],
    refusals: {
      CONFLICT: wrongState('active'),
      PRECONDITION: refuse('PRECONDITION', {
        field: 'id',
        message: 'The subscriber has no hold. A payment restores service.',
      }),
    },
  }),
  deactivate: rest('POST', '/v1/subscribers/{id}/deactivate', {
    summary: 'Deactivate subscriptions at once',
    description:
      'Ends service at once without a refund. A payment restores it. Subscriptions that are not in service are listed in `skipped`.',
    sdk: 'subscribers.deactivate',
    permission: 'subscribers:write',
    input: subscriberDeactivate,
    output: deactivation,
    errors: ['CONFLICT'],
    refusals: {
      ALREADY_INACTIVE: refuse('CONFLICT', { field: 'id', code: 'ALREADY_INACTIVE' }),
      SUBSCRIPTION_NOT_FOUND: refuse('NOT_FOUND', { field: 'subscriptionIds' }),
    },
    request: { subscriptionIds: [subscription.id] },
  }),
  terminate: rest('POST', '/v1/subscribers/{id}/terminate', {
    summary: 'Terminate a subscriber',
    description:
      'Ends all subscriptions for good, voids open invoices, cancels pending charges and removes the network credentials. It cannot be undone.',
    sdk: 'subscribers.terminate',
    permission: 'subscribers:write',
    input: subscriberTerminate,
    output: subscriberSnapshot,
    errors: ['CONFLICT'],
    refusals: { CONFLICT: wrongState('terminated') },
    request: { reason: 'MOVED', note: 'Moves to Mombasa' },
    answer: { ...subscriber, status: 'terminated' },
  }),
  erase: portalWrite({
    permission: 'subscribers:erase',
    input: subscriberErase,
    output: subscriberSnapshot,
    hasDryRun: true,
  }),
  exportData: portalWrite({
    permission: 'subscribers:export',
    input: subscriberId,
    output: personalDataFile,
  }),
  balanceTransactions: rest('GET', '/v1/subscribers/{id}/balance-transactions', {
    summary: 'List the balance transactions of a subscriber',
    description: 'Each change of the account credit of one subscriber, the newest first.',
    sdk: 'subscribers.listBalanceTransactions',
    permission: 'read',
    input: balanceTransactionList,
    output: balanceTransactionPage,
  }),
  pageLink: rest('GET', '/v1/subscribers/{id}/page-link', {
    summary: "Read the link to a subscriber's page",
    description:
      'The page shows the subscriber its services, what it owes, its invoices and its usage, and takes payments. `url` is null without a link.',
    sdk: 'subscribers.retrievePageLink',
    permission: 'emails:write',
    input: subscriberId,
    output: pageLink,
  }),
  createPageLink: rest('POST', '/v1/subscribers/{id}/page-link', {
    summary: "Make the link to a subscriber's page",
    description:
      'The link of the subscriber, made where there is none. It lasts until it is revoked. Anyone with the link can open the page.',
    sdk: 'subscribers.createPageLink',
    permission: 'emails:write',
    input: subscriberId,
    output: pageLink,
    errors: ['IMMUTABLE'],
  }),
  revokePageLink: rest('DELETE', '/v1/subscribers/{id}/page-link', {
    summary: "Revoke the link to a subscriber's page",
    description: 'The link stops at once, wherever it was sent. The next link is another one.',
    sdk: 'subscribers.revokePageLink',
    permission: 'emails:write',
    input: subscriberId,
    output: deletedOutput('subscriber'),
    answer: { id: subscriber.id, deleted: true },
  }),
  adjustCredit: rest('POST', '/v1/subscribers/{id}/credit', {
    summary: 'Adjust the credit of a subscriber',
    description:
      'Adds to the account credit, or takes from it with an amount below 0: goodwill or a correction. New credit settles what the subscriber owes in that currency, in order of due date.',
    sdk: 'subscribers.adjustCredit',
    permission: 'payments:write',
    input: creditAdjust,
    output: balanceTransactionSnapshot,
    status: 201,
    refusals: {
      BELOW_ZERO: invalid([
        { field: 'amount', code: 'OUT_OF_RANGE', message: 'The subscriber has USD\u00a05.00 of credit.' },
      ]),
    },
    request: { amount: 10, currency: 'USD', note: 'Two days without service in March' },
    answer: {
      ...balanceTransaction,
      ...{ type: 'ADJUSTMENT', amount: 10, endingBalance: 10, paymentId: null },
      note: 'Two days without service in March',
    },
  }),
};
