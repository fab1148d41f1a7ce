import type { z } from 'zod';
import { appRouter } from '../../server/api/root.ts';
import type { Ids } from './portal-helpers.ts';

const planDefaults = {
  ...{ planType: 'RESIDENTIAL', downloadSpeedMbps: '10', uploadSpeedMbps: '5', priceAmount: '100' },
  ...{ priceCurrency: 'USD', billingCycleDays: '30' },
};

/**
 * Inputs with ids for each procedure that only the portal has. `ids` may belong to another partner. `own` always belongs to
 * the caller.
 */
export const inputsWithIds: Record<string, (ids: Ids, own: Ids) => object[]> = {
  'accessCredential.rotate': ({ credential }) => [{ id: credential }],
  'accessCredential.revoke': ({ credential }) => [{ id: credential }],
  ...Object.fromEntries(
    ['audit.list', 'audit.export'].map((name) => [
      name,
      (ids: Ids) => [
        ...[ids.subscription, ids.networkServer, ids.provider].map((resourceId) => ({ resourceId })),
        ...[{ correlationId: ids.advance }, { staffId: ids.owner }, { programId: ids.credential }],
        ...[{ q: ids.invoice }, { q: ids.advance }],
      ],
    ]),
  ),
  'apiRequest.listAll': (ids) => [
    ...[{ callerId: ids.credential }, { correlationId: ids.advance }],
    ...[{ q: ids.apiRequest }, { q: ids.advance }, { q: ids.subscriber }],
  ],
  'receipt.listAll': (ids) => [
    ...[
      { subscriberId: ids.subscriber },
      { paymentId: ids.payment },
      { transactionId: ids.receiptTransaction },
    ],
  ],
  'charge.listAll': (ids) => [
    { subscriberId: ids.subscriber },
    { subscriptionId: ids.subscription },
    { q: ids.description },
  ],
  'charge.totals': (ids) => [{ subscriberId: ids.subscriber }, { subscriptionId: ids.subscription }],
  'charge.find': ({ charge }) => [{ id: charge }],
  'charge.events': ({ charge }) => [{ id: charge }],
  'correlation.get': ({ advance }) => [{ id: advance }],
  'delivery.request': (ids, own) => [
    { id: ids.webhook, deliveryId: ids.delivery },
    { id: own.webhook, deliveryId: ids.delivery },
  ],
  'dryRun.run': ({ subscriber }) => [{ procedure: 'subscriber.suspend', input: { id: subscriber } }],
  'event.deliveries': ({ event }) => [{ id: event }],
  'inboundEvent.get': (ids, own) => [
    { id: ids.integration, inboundId: ids.inbound },
    { id: own.integration, inboundId: ids.inbound },
  ],
  'installation.events': ({ installation }) => [{ id: installation }],
  'invoice.listAll': (ids) => [{ subscriberId: ids.subscriber }, { subscriptionId: ids.subscription }],
  'invoice.totals': (ids) => [{ subscriberId: ids.subscriber }, { subscriptionId: ids.subscription }],
  'invoice.account': ({ invoice }) => [{ id: invoice }],
  'invoice.events': ({ invoice }) => [{ id: invoice }],
  'invoice.creditNote': ({ invoice }) => [{ id: invoice }],
  'refund.creditNote': ({ refund }) => [{ id: refund }],
  ...Object.fromEntries(
    ['job.get', 'job.rows', 'job.rejects', 'job.resume', 'job.stop'].map((name) => [
      name,
      ({ job }: Ids) => [{ id: job }],
    ]),
  ),
  'job.delete': ({ discarded }) => [{ id: discarded }],
  'job.createBulk': ({ subscriber }) => [
    { action: 'subscribers.suspend', filter: {}, ids: [subscriber], total: 1 },
  ],
  'job.previewBulk': ({ subscriber }) => [{ action: 'subscribers.suspend', filter: {}, ids: [subscriber] }],
  'job.check': ({ draft }) => [{ id: draft, mapping: { planName: 'Plan' }, defaults: planDefaults }],
  'job.correct': ({ checked }) => [{ id: checked }, { id: checked, rows: [{ position: 1, cells: {} }] }],
  'job.start': ({ checked }) => [{ id: checked }],
  'labels.of': (ids) => [{ ids: Object.values(ids) }],
  'labels.addresses': ({ point }) => [{ ids: [point] }],
  'labels.phones': ({ subscriber }) => [{ ids: [subscriber] }],
  ...Object.fromEntries(
    ['departure.list', 'departure.totals', 'departure.reasons'].map((name) => [
      name,
      (ids: Ids) => [
        { subscriberId: ids.departedSubscriber },
        { subscriptionId: ids.departedSubscription },
        { planId: ids.departedPlan },
      ],
    ]),
  ),
  'plan.priceHistory': ({ plan }) => [{ id: plan }],
  'plan.priceImpact': ({ plan }) => [{ id: plan, priceAmount: 120 }],
  'visit.get': ({ installation }) => [{ id: installation }],
  'visit.start': ({ installation }) => [{ id: installation }],
  'visit.addNote': ({ installation }) => [{ id: installation, note: 'Roof' }],
  'visit.finish': ({ installation }) => [{ id: installation }],
  'delivery.counts': ({ webhook }) => [{ id: webhook }],
  'delivery.listAll': ({ webhook }) => [{ id: webhook }],
  'event.listAll': (ids) => [
    ...[{ resourceId: ids.subscription }, { correlationId: ids.advance }],
    ...[{ q: ids.event }, { q: ids.subscriber }, { q: ids.advance }],
  ],
  'integration.contact': ({ integration }) => [{ id: integration }],
  'inboundEvent.counts': ({ integration }) => [{ id: integration }],
  'inboundEvent.listAll': ({ integration }) => [{ id: integration }],
  'installation.listAll': (ids) => [
    ...[{ subscriberId: ids.subscriber }, { subscriptionId: ids.subscription }],
    ...[{ q: ids.installation }, { q: ids.email }],
  ],
  ...Object.fromEntries(
    ['announcement.get', 'announcement.pause', 'announcement.resume', 'announcement.resolve'].map((name) => [
      name,
      ({ announcement }: Ids) => [{ id: announcement }],
    ]),
  ),
  'announcement.preview': ({ subscriber, subscription, point }) =>
    [
      { list: 'subscribers', ids: [subscriber] },
      { list: 'subscriptions', ids: [subscription] },
      { list: 'demarcation-points', ids: [point] },
    ].map((audience) => ({ ...audience, filter: {}, sms: 'Hello' })),
  'announcement.create': ({ subscriber }) => [
    { kind: 'NOTICE', list: 'subscribers', filter: {}, ids: [subscriber], people: 1, sms: 'Hello' },
  ],
  'message.sendInvoice': ({ invoice }) => [{ id: invoice, channel: 'EMAIL' }],
  'message.sendReceipt': ({ payment }) => [{ id: payment, channel: 'EMAIL' }],
  'message.sendRefund': ({ refund }) => [{ id: refund, channel: 'EMAIL' }],
  'message.sendPageLink': ({ subscriber }) => [{ id: subscriber, channel: 'SMS' }],
  'messageSettings.previewText': ({ subscriber }) => [
    { kind: 'RECEIPT', channel: 'SMS', language: 'en', body: 'Mine', subscriberId: subscriber },
  ],
  'email.list': (ids) => [
    ...[{ subscriberId: ids.subscriber }, { q: ids.email }, { announcementId: ids.announcement }],
    ...[{ q: ids.queuedEmail }, { q: ids.payment }],
  ],
  'email.get': ({ queuedEmail }) => [{ id: queuedEmail }],
  'email.preview': ({ queuedEmail }) => [{ id: queuedEmail }],
  'email.resend': ({ queuedEmail }) => [{ id: queuedEmail }],
  'outboundSync.get': ({ integration }) => [{ id: integration }],
  'outboundSync.set': ({ integration }) => [
    { id: integration, baseUrl: 'https://localhost', apiKey: 'key', apiSecret: 'secret' },
  ],
  'outboundSync.remove': ({ integration }) => [{ id: integration }],
  'networkServer.remove': ({ networkServer }) => [{ id: networkServer }],
  'networkSession.listAll': (ids) => [
    { subscriberId: ids.subscriber },
    { subscriptionId: ids.subscription },
    { username: ids.username },
    ...[{ q: ids.username }, { q: ids.email }, { q: ids.networkSession }],
  ],
  'networkSession.get': ({ networkSession }) => [{ id: networkSession }],
  'note.create': ({ subscriber }) => [{ subscriberId: subscriber, text: 'Seen' }],
  'note.update': ({ note }) => [{ id: note, text: 'Seen' }],
  'note.delete': ({ note }) => [{ id: note }],
  'payment.collect': (ids, own) => [
    { subscriberId: own.subscriber, parts: [{ chargeId: ids.charge, amount: 45, currency: 'USD' }] },
  ],
  'payment.debt': (ids, own) => [
    { subscriptionId: ids.subscription },
    { subscriptionId: ids.subscription, invoiceId: own.invoice },
  ],
  ...Object.fromEntries(
    ['payment.listAll', 'payment.totals'].map((name) => [
      name,
      (ids: Ids) => [
        { subscriberId: ids.subscriber },
        { subscriptionId: ids.subscription },
        { chargeId: ids.refundedCharge },
        { invoiceId: ids.paidInvoice },
        { installationId: ids.installation },
        ...[{ q: ids.payment }, { q: ids.email }],
      ],
    ]),
  ),
  'payment.chargeDebt': ({ charge }) => [{ chargeId: charge }],
  'payment.debts': ({ subscriber }) => [{ subscriberId: subscriber }],
  'payment.gateway': ({ payment }) => [{ id: payment }],
  'payment.retryGatewayRefund': (ids) => [{ id: ids.payment, gatewayRefundId: ids.refund }],
  'payment.events': ({ payment }) => [{ id: payment }],
  ...Object.fromEntries(
    ['refund.listAll', 'refund.totals'].map((name) => [
      name,
      (ids: Ids) => [
        { subscriberId: ids.subscriber },
        { subscriptionId: ids.subscription },
        { paymentId: ids.payment },
        { chargeId: ids.refundedCharge },
        ...[{ q: ids.refund }, { q: ids.payment }, { q: ids.email }],
      ],
    ]),
  ),
  'savedView.delete': ({ savedView }) => [{ id: savedView }],
  'search.query': (ids) =>
    [
      ...[
        ids.advance,
        ids.charge,
        ids.email,
        ids.event,
        ids.installation,
        ids.invoice,
        ids.payment,
        ids.plan,
      ],
      ...[ids.point, ids.refund, ids.subscriber, ids.subscription, ids.username, ids.webhook],
    ].map((q) => ({ q })),
  'profile.endSession': ({ session }) => [{ id: session }],
  'session.switchProvider': ({ provider }) => [{ providerId: provider }],
  'subscriber.activity': ({ subscriber }) => [{ subscriberId: subscriber }],
  'subscriber.erase': ({ terminated }) => [{ id: terminated, confirm: 'Ada Lovelace' }],
  'subscriber.exportData': ({ subscriber }) => [{ id: subscriber }],
  'subscriber.listAll': ({ tag, externalUser }) => [{ tags: tag }, { externalUserId: externalUser }],
  'subscriber.overview': ({ subscriber }) => [{ id: subscriber }],
  ...Object.fromEntries(
    ['subscriber.statement', 'subscriber.statementPdf'].map((name) => [
      name,
      ({ subscriber }: Ids) => [{ id: subscriber, from: '2026-01-01', to: '2036-01-01', currency: 'USD' }],
    ]),
  ),
  'subscriber.usageDays': ({ subscriber }) => [{ id: subscriber }],
  'subscription.listAll': (ids) => [
    { subscriberId: ids.subscriber },
    { planId: ids.plan },
    { demarcationPointId: ids.point },
    { q: ids.username },
    { q: ids.email },
  ],
  'subscription.totals': (ids) => [
    { subscriberId: ids.subscriber },
    { planId: ids.plan },
    { demarcationPointId: ids.point },
    { q: ids.email },
  ],
  'subscription.explain': ({ subscription }) => [{ id: subscription }],
  'subscription.usage': ({ subscription }) => [{ id: subscription }],
  'subscription.usageDays': ({ subscription }) => [{ id: subscription }],
  'subscription.events': ({ subscription }) => [{ id: subscription }],
  'tag.ofSubscriber': ({ subscriber }) => [{ subscriberId: subscriber }],
  'tag.set': ({ subscriber }) => [{ subscriberId: subscriber, names: ['Mine'] }],
  'testClock.progress': ({ advance }) => [{ correlationId: advance }],
  'testClock.caused': (ids, own) => [
    { correlationId: ids.advance },
    { correlationId: own.advance, subscriberId: ids.subscriber },
  ],
  'team.resendInvitation': ({ invitation }) => [{ id: invitation }],
  'team.withdrawInvitation': ({ invitation }) => [{ id: invitation }],
  'team.resetSecondFactor': ({ member }) => [{ id: member }],
  'team.changeRole': ({ member }) => [{ id: member, role: 'viewer' }],
  'team.endSessions': ({ member }) => [{ id: member }],
  'team.remove': ({ member }) => [{ id: member }],
  'webhook.replayable': ({ webhook }) => [{ id: webhook, since: '2026-01-01T00:00:00Z' }],
  'webhook.resendFailed': ({ webhook }) => [{ id: webhook }],
  'webhook.setStatus': ({ webhook }) => [{ id: webhook, status: 'DISABLED' }],
  // The last, because the owner is an admin afterwards.
  'team.transferOwnership': ({ nextOwner, nextOwnerEmail }) => [{ id: nextOwner, confirm: nextOwnerEmail }],
};

/** Inputs without ids. */
export const inputsWithoutIds: Record<string, object> = {
  'accessCredential.list': {},
  'accessCredential.create': { label: 'Mine' },
  'apiRequest.callers': {},
  'apiRequest.listAll': { limit: 100 },
  'audit.actors': {},
  'audit.counts': {},
  'audit.export': { limit: 100 },
  'audit.list': { limit: 100 },
  'charge.listAll': { limit: 100 },
  'charge.counts': {},
  'charge.totals': {},
  'charge.pending': {},
  'gatewayAccount.list': {},
  'gatewayAccount.save': { gateway: 'stripe', secretKey: 'sk_test_1', webhookSecret: 'whsec_1' },
  'gatewayAccount.test': { gateway: 'stripe' },
  'gatewayAccount.remove': { gateway: 'stripe' },
  'announcement.list': { limit: 100 },
  'announcement.test': { channel: 'SMS', sms: 'Hello', phone: '+254722000111' },
  'messageAccount.list': {},
  'messageAccount.save': { gateway: 'africastalking', user: 'isp', apiKey: 'key' },
  'messageAccount.test': { gateway: 'africastalking' },
  'messageAccount.remove': { gateway: 'africastalking' },
  'messageSettings.get': {},
  'messageSettings.save': {
    language: 'en',
    kinds: { email: ['INVOICE', 'SUSPENSION'], sms: [] },
    reminders: { email: { before: [1], after: [] }, sms: { before: [], after: [] } },
    quietHours: null,
  },
  'messageSettings.texts': {},
  'messageSettings.saveText': { kind: 'RECEIPT', channel: 'SMS', language: 'en', body: 'Mine' },
  'messageSettings.resetText': { kind: 'RECEIPT', channel: 'SMS', language: 'en' },
  'home.figures': {},
  'home.today': {},
  'invoice.ageing': {},
  'job.counts': {},
  'job.createBulk': { action: 'plans.enable', filter: {}, total: 3 },
  'job.mayImport': { type: 'plans' },
  'job.list': { limit: 100 },
  'job.previewBulk': { action: 'plans.enable', filter: {} },
  'invoice.counts': {},
  'invoice.totals': {},
  'invoice.listAll': { limit: 100 },
  'departure.list': { limit: 100 },
  'departure.totals': {},
  'departure.reasons': {},
  'email.list': { limit: 100 },
  'event.listAll': { limit: 100 },
  'installation.listAll': { limit: 100 },
  'installation.technicians': {},
  'integration.health': {},
  'integration.listAll': { limit: 100 },
  'payment.listAll': { limit: 100 },
  'refund.listAll': { limit: 100 },
  'networkServer.create': { name: 'Mine', address: '10.71.0.3', secret: 'secret-of-nas' },
  'networkServer.list': {},
  'networkSession.listAll': { limit: 100 },
  'networkSession.counts': {},
  'notification.digest': {},
  'notification.list': {},
  'notification.markRead': { read: [] },
  'notification.setDigest': { isDaily: true },
  'organisation.get': {},
  'organisation.logo': {},
  'organisation.removeLogo': {},
  'organisation.setLogo': {
    image:
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgZGIGAAAOAAeCcsnOAAAAAElFTkSuQmCC',
  },
  'payment.counts': {},
  'payment.totals': {},
  'profile.endOtherSessions': {},
  'profile.get': {},
  'profile.rename': { name: 'Mina Obi' },
  'profile.sessions': {},
  'refund.totals': {},
  'savedView.list': { list: 'subscriptions' },
  'savedView.save': { list: 'subscriptions', name: 'Mine', query: '', isShared: true },
  'subscriber.counts': {},
  'subscription.counts': {},
  'subscription.totals': {},
  'subscription.listAll': { limit: 100 },
  'organisation.update': { legalName: 'Mine' },
  'provider.update': { taxRate: '0.03', timeZone: 'Africa/Nairobi' },
  'subscriber.listAll': { limit: 100 },
  'tag.list': {},
  'team.get': {},
  'team.requireSecondFactor': { isRequired: false },
  'team.invite': { email: 'mine@example.com', role: 'viewer' },
  'testClock.advances': {},
  'testClock.outlook': {},
  'throttleRate.get': {},
  'visit.list': {},
  'throttleRate.set': { downloadSpeedMbps: 3, uploadSpeedMbps: 2 },
  'webhook.health': {},
  'webhook.listAll': { limit: 100 },
};

/** Lists below another resource, whose id they take. */
const NESTED = ['delivery.listAll', 'inboundEvent.listAll', 'job.rows'];

/** The procedures that no request from outside can call: uploads of files and rows of jobs call them. */
const INSIDE = ['announcement.sendTo', 'job.createImport', 'receipt.recordMpesa', 'receipt.recordPaystack'];

export type Procedure = { name: string; type: 'query' | 'mutation'; inputs: z.ZodType[] };

type Defined = { _def: { meta?: { openapi?: object } } & Procedure };

// tRPC's types of procedures do not include their meta and their input schemas.
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Defined>);
/** The procedures that only the portal has. */
export const portalOnly: Procedure[] = procedures.flatMap(
  ([
    name,
    {
      _def: { meta, type, inputs },
    },
  ]) => (meta?.openapi || INSIDE.includes(name) ? [] : [{ name, type, inputs }]),
);
export const known = (name: string) => {
  const procedure = portalOnly.find((each) => each.name === name);
  if (!procedure) throw new Error(`${name} is not a procedure of the portal`);
  return procedure;
};

export const fieldsOf = ({ inputs }: Procedure) =>
  inputs.flatMap((input) => Object.keys((input as z.ZodObject).shape));

/** Whether a procedure takes the ids of the rows of its list. */
export function takesRows(procedure: Procedure): boolean {
  const fields = fieldsOf(procedure);
  return fields.includes('id') && fields.includes('createdAfter') && !NESTED.includes(procedure.name);
}

for (const { name } of portalOnly.filter(takesRows)) {
  const [kind = ''] = name.split('.');
  const others = inputsWithIds[name];
  // `email` is the address of a person here.
  if (kind === 'email') continue;
  inputsWithIds[name] = (ids, own) => [
    ...(others?.(ids, own) ?? []),
    ...(kind in ids ? [{ id: ids[kind as keyof Ids] }] : []),
  ];
}
