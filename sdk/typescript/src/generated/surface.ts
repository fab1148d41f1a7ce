import type { Row } from '../types.ts';

/**
 * Generated from the operations by `npm run sdk:types`: HTTP method, path, what the arguments after the ids are, and how long
 * an attempt may take in milliseconds. Types of arguments and results follow from the OpenAPI document.
 */
export const surface = {
  requests: {
    /** List API requests. Writes and refusals, and the first successful read of each second of each credential; the newest first, without bodies. A call appears about a second after its answer. Successful reads of this log are not in it. `meta.total` counts to 10,000; 10,001 means more. */
    list: ['GET', '/v1/requests', 'list'],
    /** Read an API request. One call with both bodies, in which secrets are masked. */
    retrieve: ['GET', '/v1/requests/{id}'],
  },
  auditEntries: {
    /** List audit entries. Who changed what, the newest first. Secrets are never in it. `meta.total` counts to 10,000; 10,001 means more. */
    list: ['GET', '/v1/audit-entries', 'list'],
  },
  charges: {
    /** List the charges of a subscriber. The charges of one subscriber, the newest first. */
    list: ['GET', '/v1/subscribers/{subscriberId}/charges', 'list'],
    /** List the charges of all subscribers. All charges, the newest first. */
    listAll: ['GET', '/v1/charges', 'list'],
    /** Read a charge. One charge. */
    retrieve: ['GET', '/v1/subscribers/{subscriberId}/charges/{chargeId}'],
    /** Create a charge. A one-time amount due, such as a replacement router. It is paid by a payment with `chargeId` and has no invoice. */
    create: ['POST', '/v1/subscribers/{subscriberId}/charges', 'body'],
    /** Cancel a pending charge. The charge was a mistake: it is no longer due. */
    cancel: ['POST', '/v1/subscribers/{subscriberId}/charges/{chargeId}/cancel', 'body'],
    /** Waive a pending charge. The charge is no longer due, as a favour. An installation that waits for it goes ahead. */
    waive: ['POST', '/v1/subscribers/{subscriberId}/charges/{chargeId}/waive', 'body'],
  },
  deliveries: {
    /** List the deliveries of a webhook. The deliveries of one webhook with their attempts, the newest first. */
    list: ['GET', '/v1/webhooks/{id}/deliveries', 'list'],
    /** List the deliveries to all webhooks. The deliveries to all webhooks with their attempts, the newest first. */
    listAll: ['GET', '/v1/deliveries', 'list'],
    /** Read a delivery. One delivery with its attempts of the last 30 days. */
    retrieve: ['GET', '/v1/webhooks/{id}/deliveries/{deliveryId}'],
    /** Resend a delivery. Sends the same bytes again at once. The number of the attempt goes on. */
    resend: ['POST', '/v1/webhooks/{id}/deliveries/{deliveryId}/resend'],
  },
  demarcationPoints: {
    /** List demarcation points. All demarcation points, the newest first. */
    list: ['GET', '/v1/demarcation-points', 'list'],
    /** Read a demarcation point. One demarcation point. */
    retrieve: ['GET', '/v1/demarcation-points/{id}'],
    /** Create a demarcation point. A place where the network ends. Several subscriptions may share one, such as a cabinet. */
    create: ['POST', '/v1/demarcation-points', 'body'],
    /** Update a demarcation point. Changes the given fields only; `null` clears an optional field. */
    update: ['PATCH', '/v1/demarcation-points/{id}', 'body'],
  },
  events: {
    /** List events. All events, the newest first, in the newest version of the envelope. With `sort=createdAt` and `createdAfter` a program reads on from where it stopped. */
    list: ['GET', '/v1/events', 'list'],
    /** Follow events. All events in the order in which they became visible, the oldest kept first. Whoever follows `meta.next` gets each event once and misses none. With `type` an answer may be empty before the end; `next` moves on. */
    feed: ['GET', '/v1/events/feed', 'feed', 45000],
    /** Read an event. One event, in the newest version of the envelope. */
    retrieve: ['GET', '/v1/events/{id}'],
  },
  inboundEvents: {
    /** List inbound events. The events that the integration received, the newest first. */
    list: ['GET', '/v1/integrations/{id}/inbound-events', 'list'],
    /** Retry a failed inbound event. Processes a failed event again, once its cause is fixed. */
    retry: ['POST', '/v1/integrations/{id}/inbound-events/{inboundId}/retry'],
  },
  installations: {
    /** List installations. All installations, the newest first. */
    list: ['GET', '/v1/installations', 'list'],
    /** Read an installation. One installation. */
    retrieve: ['GET', '/v1/installations/{id}'],
    /** Create an installation. A visit of a technician. A fee above zero becomes a charge, and the visit waits for its payment. A subscription has one installation at a time. */
    create: ['POST', '/v1/installations', 'body'],
    /** Update an installation. Changes the given fields only. `installedAt`, or `status: "ACTIVATED"`, marks the work done. */
    update: ['PATCH', '/v1/installations/{id}', 'body'],
    /** Cancel an installation. Cancels the visit, and its fee if that is still pending. */
    cancel: ['POST', '/v1/installations/{id}/cancel'],
  },
  integrations: {
    /** List integrations. All integrations, the newest first. */
    list: ['GET', '/v1/integrations', 'list'],
    /** Read an integration. One integration. Its secret is never shown again. */
    retrieve: ['GET', '/v1/integrations/{id}'],
    /** Create an integration. The answer shows the secret for signatures once. */
    create: ['POST', '/v1/integrations', 'body'],
    /** Replace an integration. Replaces all writable fields, except that an absent `status` stays. */
    update: ['PUT', '/v1/integrations/{id}', 'body'],
    /** Change a part of an integration. What is given is changed, and null clears an optional field. Maps are replaced whole. Checks and events are those of the PUT. */
    patch: ['PATCH', '/v1/integrations/{id}', 'body'],
    /** Delete an integration. Its subscriptions stay, and no further events are received. */
    delete: ['DELETE', '/v1/integrations/{id}'],
    /** Rotate the secret of an integration. The answer shows the new secret once. The old one stays valid for 24 hours. */
    rotateSecret: ['POST', '/v1/integrations/{id}/rotate-secret'],
    /** Revoke the secret of an integration. All secrets stop at once. Signed events are refused with 503, so that the sender keeps them, until a new secret is made. */
    revokeSecret: ['DELETE', '/v1/integrations/{id}/secret'],
    /** Send an event of an external system. With the option `secret` it is signed. */
    sendEvent: ['POST', '/v1/integrations/{integrationId}/webhooks', 'signed'],
  },
  invoices: {
    /** List invoices. All invoices, the newest first. */
    list: ['GET', '/v1/invoices', 'list'],
    /** Read an invoice. One invoice with its lines. */
    retrieve: ['GET', '/v1/invoices/{id}'],
    /** Download an invoice. The PDF, outside the envelope. Failures are in the envelope. */
    pdf: ['GET', '/v1/invoices/{id}/pdf', 'file'],
  },
  messages: {
    /** List messages. Emails and SMS to subscribers, the newest first, each with what became of it. */
    list: ['GET', '/v1/messages', 'list'],
    /** Read a message. One message. */
    retrieve: ['GET', '/v1/messages/{id}'],
    /** Send a notice to a subscriber. Queues an email or an SMS with a text of your own. `subject` and `text` may have the variables `{{ firstName }}`, `{{ lastName }}`, `{{ accountNumber }}`, `{{ providerName }}`, `{{ providerPhone }}`, `{{ providerEmail }}` and `{{ pageLink }}`, the link to the page of the customer. */
    send: ['POST', '/v1/messages', 'body'],
  },
  networkSessions: {
    /** List network sessions. RADIUS sessions, the newest first, with the accounting that was stored before the request. */
    list: ['GET', '/v1/network-sessions', 'list'],
    /** Disconnect a network session. Sends a Disconnect-Request to the network server. The answer follows once the server accepted it; the session ends with its accounting, moments later. */
    disconnect: ['POST', '/v1/network-sessions/{id}/disconnect'],
  },
  payments: {
    /** List payments. All payments, the newest first. */
    list: ['GET', '/v1/payments', 'list'],
    /** Read a payment. One payment. */
    retrieve: ['GET', '/v1/payments/{id}'],
    /** Create a payment. Has one target: `subscriptionId`, `chargeId`, `installationId` or `invoiceId`. Demarc computes the amount that is due, less the credit that settles a part of it. With `subscriberId`, `amount` and `currency` alone it is a payment on account, which becomes credit. On the rail `manual` the money is already received: the answer is `COMPLETED`, and what was paid for takes effect in the same request. */
    create: ['POST', '/v1/payments', 'body'],
    /** Keep a payment as credit. For a payment with `refundDue`: its money becomes account credit of the subscriber instead of a refund. The status of the payment stays. */
    keepAsCredit: ['POST', '/v1/payments/{id}/keep-as-credit'],
    /** Simulate the gateway (sandbox). Reports an outcome as a gateway would, for a payment on the rail `simulated` in a sandbox. */
    simulate: ['POST', '/v1/payments/{id}/simulate', 'body'],
    /** Refund a payment. Returns the payment or a part of it. The sum of the refunds of a payment is at most its amount. */
    refund: ['POST', '/v1/payments/{id}/refunds', 'body'],
  },
  plans: {
    /** List plans. All plans that are not deleted, the newest first. */
    list: ['GET', '/v1/plans', 'list'],
    /** Read a plan. One plan. */
    retrieve: ['GET', '/v1/plans/{id}'],
    /** Create a plan. The price has to reach the floor of Schedule D for type, currency and download speed. Checks follow this order: type, currency, speed, floor. */
    create: ['POST', '/v1/plans', 'body'],
    /** Replace a plan. Replaces all writable fields. A changed price or speed applies to new subscriptions at once, and to running ones from the next cycle whose renewal is not issued yet. */
    update: ['PUT', '/v1/plans/{id}', 'body'],
    /** Change a part of a plan. What is given is changed, and null clears an optional field. Checks and events are those of the PUT. */
    patch: ['PATCH', '/v1/plans/{id}', 'body'],
    /** Duplicate a plan. A copy of the plan under another name, by default `NAME (copy)`. */
    duplicate: ['POST', '/v1/plans/duplicate/{id}', 'body'],
    /** Disable a plan. New subscriptions and plan changes can no longer use the plan. Running subscriptions continue. `confirm` prevents accidents. */
    disable: ['POST', '/v1/plans/{id}/disable', 'query'],
    /** Enable a plan. New subscriptions and plan changes can use the plan again. */
    enable: ['POST', '/v1/plans/{id}/enable'],
    /** Delete a disabled plan. Deletes a disabled plan that no subscription uses or has a pending change to. A deleted plan is 404 and unlisted. */
    delete: ['DELETE', '/v1/plans/{id}', 'query'],
  },
  provider: {
    /** Read your account. The account that the access headers belong to, and whether it is live or a sandbox. */
    retrieve: ['GET', '/v1/provider'],
  },
  scheduleD: {
    /** List the price floors. The lowest allowed prices. Of the rows for a type, a currency and a speed, the newest one whose `effectiveFrom` has passed applies. */
    list: ['GET', '/v1/schedule-d', 'list'],
  },
  receipts: {
    /** List receipts. Money that customers sent to a number of yours on their own, the newest first. With `status=UNMATCHED`, those without a known subscriber. */
    list: ['GET', '/v1/receipts', 'list'],
    /** Read a receipt. One receipt. */
    retrieve: ['GET', '/v1/receipts/{id}'],
    /** Assign a receipt. The money of an `UNMATCHED` receipt becomes a payment on account of the subscriber, which settles what it covers. Where a prompt of the subscriber is paid without its number, and the money fits, the receipt is that payment. */
    assign: ['POST', '/v1/receipts/{id}/assign', 'body'],
  },
  refunds: {
    /** List refunds. All refunds, the newest first. */
    list: ['GET', '/v1/refunds', 'list'],
    /** Read a refund. One refund. */
    retrieve: ['GET', '/v1/refunds/{id}'],
  },
  subscribers: {
    /** List subscribers. All subscribers, the newest first. `q` searches names, email, phone and external ids. */
    list: ['GET', '/v1/subscribers', 'list'],
    /** Read a subscriber. One subscriber, with what is due from it in `balanceDue`. */
    retrieve: ['GET', '/v1/subscribers/{id}'],
    /** Create a subscriber. Email, phone and `externalUserId` are unique in your account. The subscriber has no service until the first payment of a subscription. */
    create: ['POST', '/v1/subscribers', 'body'],
    /** Replace a subscriber. Replaces all writable fields: an optional field that is absent is cleared. */
    update: ['PUT', '/v1/subscribers/{id}', 'body'],
    /** Change a part of a subscriber. What is given is changed, and null clears an optional field. Checks and events are those of the PUT. */
    patch: ['PATCH', '/v1/subscribers/{id}', 'body'],
    /** Put a manual hold on a subscriber. Cuts the network access of all its subscriptions at once. Subscriptions and their billing continue. */
    suspend: ['POST', '/v1/subscribers/{id}/suspend', 'body'],
    /** Lift a manual hold. Lifts the hold. The subscriber stays `suspended` while no subscription is in service; a payment restores service. */
    activate: ['POST', '/v1/subscribers/{id}/activate'],
    /** Deactivate subscriptions at once. Ends service at once without a refund. A payment restores it. Subscriptions that are not in service are listed in `skipped`. */
    deactivate: ['POST', '/v1/subscribers/{id}/deactivate', 'body'],
    /** Terminate a subscriber. Ends all subscriptions for good, voids open invoices, cancels pending charges and removes the network credentials. It cannot be undone. */
    terminate: ['POST', '/v1/subscribers/{id}/terminate', 'body'],
    /** List the balance transactions of a subscriber. Each change of the account credit of one subscriber, the newest first. */
    listBalanceTransactions: ['GET', '/v1/subscribers/{id}/balance-transactions', 'list'],
    /** Read the link to a subscriber's page. The page shows the subscriber its services, what it owes, its invoices and its usage, and takes payments. `url` is null without a link. */
    retrievePageLink: ['GET', '/v1/subscribers/{id}/page-link'],
    /** Make the link to a subscriber's page. The link of the subscriber, made where there is none. It lasts until it is revoked. Anyone with the link can open the page. */
    createPageLink: ['POST', '/v1/subscribers/{id}/page-link'],
    /** Revoke the link to a subscriber's page. The link stops at once, wherever it was sent. The next link is another one. */
    revokePageLink: ['DELETE', '/v1/subscribers/{id}/page-link'],
    /** Adjust the credit of a subscriber. Adds to the account credit, or takes from it with an amount below 0: goodwill or a correction. New credit settles what the subscriber owes in that currency, in order of due date. */
    adjustCredit: ['POST', '/v1/subscribers/{id}/credit', 'body'],
  },
  subscriptions: {
    /** List subscriptions. All subscriptions, the newest first. */
    list: ['GET', '/v1/subscriptions', 'list'],
    /** Read a subscription. One subscription with its price in force, its current cycle, and what is pending. */
    retrieve: ['GET', '/v1/subscriptions/{id}'],
    /** Read the usage of a subscription. What it transferred on each day, the first day first, days without traffic included. At most 366 days; by default the last 30. */
    usage: ['GET', '/v1/subscriptions/{id}/usage', 'query'],
    /** Create a subscription. The subscription is `PENDING` until its first payment, which starts the first billing cycle and creates the network credentials. */
    create: ['POST', '/v1/subscriptions', 'body'],
    /** Update a subscription. Changes the given fields only. A plan change or an override of an `ACTIVE` subscription is pending until the cycle ends; of a `PENDING` or `INACTIVE` one it applies at once. The current `planId` clears a pending plan change. With `when: now` a more expensive plan is held until its payment and applies then; an equal or cheaper one is refused. */
    update: ['PATCH', '/v1/subscriptions/{id}', 'body'],
    /** Cancel a subscription. Service continues to the end of the paid cycle, in grace it ends at once. A repeated request has no further effect. `cancelAt: null` in a PATCH withdraws it. */
    cancel: ['DELETE', '/v1/subscriptions/{id}', 'query'],
    /** Extend the grace period. Moves the end of grace of an `OVERDUE` cycle, such as for a promise to pay: to an instant later than now, at most 30 days after the end of the cycle. */
    extendGrace: ['POST', '/v1/subscriptions/{id}/extend-grace', 'body'],
    /** Remove the plan of a subscription. Takes the plan away at the end of the cycle, or at once. */
    removePlan: ['DELETE', '/v1/subscriptions/{id}/plan', 'query'],
    /** Activate a subscription. Issues the invoice whose payment restores service of an `INACTIVE` subscription. Where nothing is due, service starts at once. */
    activate: ['POST', '/v1/subscriptions/{id}/activate'],
    /** Migrate a subscription to another system. Another system takes the subscription over. Its network credentials are removed, and it can no longer be changed. */
    migrateOut: ['POST', '/v1/subscriptions/{id}/migrate-out'],
    /** Replace the network password. A new password. The router is refused at its next sign-in until it has the new one. */
    rotateCredentials: ['POST', '/v1/subscriptions/{id}/credentials/rotate'],
    /** List the billing cycles of a subscription. The billing cycles, the newest first. */
    listCycles: ['GET', '/v1/subscriptions/{id}/cycles', 'list'],
    /** Read the network credentials. User name and password of the router, for RADIUS. They exist from the first payment on. */
    retrieveCredentials: ['GET', '/v1/subscriptions/{id}/credentials'],
  },
  testClock: {
    /** Read the test clock. The present instant of a sandbox, and how far it is ahead of real time. */
    retrieve: ['GET', '/v1/test-clock'],
    /** Advance the test clock. Moves the clock by at most 400 days and runs everything that falls due on the way, in order, each at its own instant, before it answers. All or nothing. A clock never goes back. */
    advance: ['POST', '/v1/test-clock/advance', 'body', 600000],
  },
  webhooks: {
    /** List webhooks. All webhooks, the newest first. */
    list: ['GET', '/v1/webhooks', 'list'],
    /** Read a webhook. One webhook. Its secret is never shown again. */
    retrieve: ['GET', '/v1/webhooks/{id}'],
    /** Register a webhook. At most ten webhooks. The answer shows the signing secret once. */
    create: ['POST', '/v1/webhooks', 'body'],
    /** Replace a webhook. Replaces all writable fields, except that an absent `apiVersion` or `status` stays. `status: "ACTIVE"` enables a disabled webhook. */
    update: ['PUT', '/v1/webhooks/{id}', 'body'],
    /** Change a part of a webhook. What is given is changed, and null clears an optional field. Checks and events are those of the PUT. */
    patch: ['PATCH', '/v1/webhooks/{id}', 'body'],
    /** Delete a webhook. Its pending deliveries are dropped. */
    delete: ['DELETE', '/v1/webhooks/{id}'],
    /** Rotate the secret of a webhook. The answer shows the new secret once. For 24 hours deliveries are signed with both, so that no delivery is lost. */
    rotateSecret: ['POST', '/v1/webhooks/{id}/rotate-secret'],
    /** Send a test event to a webhook. The documented example of the event, with `X-Service-Test: true`. It is in the webhook's deliveries, not in the list of events. */
    test: ['POST', '/v1/webhooks/{id}/test', 'body'],
    /** Replay past events to a webhook. Queues every event since an instant that the webhook subscribes to, events older than the webhook included. */
    replay: ['POST', '/v1/webhooks/{id}/replay', 'body'],
  },
  openapi: {
    /** Read the OpenAPI document. */
    retrieve: ['GET', '/v1/openapi.json', 'bare'],
  },
} as const satisfies Record<string, Record<string, Row>>;

export type Surface = typeof surface;
