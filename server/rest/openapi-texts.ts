/** What the document says about each operation besides its summary, by the procedure’s name. */
export const operationTexts: Record<string, string> = {
  'provider.get': 'The account that the access headers belong to, and whether it is live or a sandbox.',
  'provider.scheduleD':
    'The lowest allowed prices. Of the rows for a type, a currency and a speed, the newest one whose `effectiveFrom` has passed applies.',

  'subscriber.list': 'All subscribers, the newest first. `q` searches names, email, phone and external ids.',
  'subscriber.get': 'One subscriber, with what is due from it in `balanceDue`.',
  'subscriber.create':
    'Email, phone and `externalUserId` are unique in your account. The subscriber has no service until the first payment of a subscription.',
  'subscriber.update': 'Replaces all writable fields: an optional field that is absent is cleared.',
  'subscriber.suspend':
    'Cuts the network access of all its subscriptions at once. Subscriptions and their billing continue.',
  'subscriber.activate':
    'Lifts the hold. The subscriber stays `suspended` while no subscription is in service; a payment restores service.',
  'subscriber.deactivate':
    'Ends service at once without a refund. A payment restores it. Subscriptions that are not in service are listed in `skipped`.',
  'subscriber.terminate':
    'Ends all subscriptions for good, voids open invoices, cancels pending charges and removes the network credentials. It cannot be undone.',

  'demarcationPoint.list': 'All demarcation points, the newest first.',
  'demarcationPoint.get': 'One demarcation point.',
  'demarcationPoint.create':
    'A place where the network ends. Several subscriptions may share one, such as a cabinet.',
  'demarcationPoint.update': 'Changes the given fields only; `null` clears an optional field.',

  'plan.list': 'All plans that are not deleted, the newest first.',
  'plan.get': 'One plan.',
  'plan.create':
    'The price has to reach the floor of Schedule D for type, currency and download speed. Checks follow this order: type, currency, speed, floor.',
  'plan.update':
    'Replaces all writable fields. A changed price or speed applies to new subscriptions at once, and to running ones from the next cycle whose renewal is not issued yet.',
  'plan.duplicate': 'A copy of the plan under another name, by default `NAME (copy)`.',
  'plan.disable':
    'New subscriptions and plan changes can no longer use the plan. Running subscriptions continue. `confirm` prevents accidents.',
  'plan.enable': 'New subscriptions and plan changes can use the plan again.',
  'plan.delete':
    'Deletes a disabled plan that no subscription uses or has a pending change to. A deleted plan is 404 and unlisted.',

  'subscription.list': 'All subscriptions, the newest first.',
  'subscription.get': 'One subscription with its price in force, its current cycle, and what is pending.',
  'subscription.create':
    'The subscription is `PENDING` until its first payment, which starts the first billing cycle and creates the network credentials.',
  'subscription.update':
    'Changes the given fields only. A plan change or an override of an `ACTIVE` subscription is pending until the cycle ends; of a `PENDING` or `INACTIVE` one it applies at once. The current `planId` clears a pending plan change.',
  'subscription.cancel':
    'Service continues to the end of the paid cycle, in grace it ends at once. A repeated request has no further effect. `cancelAt: null` in a PATCH withdraws it.',
  'subscription.removePlan': 'Takes the plan away at the end of the cycle, or at once.',
  'subscription.activate':
    'Issues the invoice whose payment restores service of an `INACTIVE` subscription. Where nothing is due, service starts at once.',
  'subscription.migrateOut':
    'Another system takes the subscription over. Its network credentials are removed, and it can no longer be changed.',
  'subscription.cycles': 'The billing cycles, the newest first.',
  'subscription.credentials':
    'User name and password of the router, for RADIUS. They exist from the first payment on.',
  'subscription.rotateCredentials':
    'A new password. The router is refused at its next sign-in until it has the new one.',

  'installation.list': 'All installations, the newest first.',
  'installation.get': 'One installation.',
  'installation.create':
    'A visit of a technician. A fee above zero becomes a charge, and the visit waits for its payment. A subscription has one installation at a time.',
  'installation.update':
    'Changes the given fields only. `installedAt`, or `status: "ACTIVATED"`, marks the work done.',
  'installation.cancel': 'Cancels the visit, and its fee if that is still pending.',

  'charge.list': 'The charges of one subscriber, the newest first.',
  'charge.get': 'One charge.',
  'charge.create':
    'A one-time amount due, such as a replacement router. It is paid by a payment with `chargeId` and has no invoice.',
  'charge.cancel': 'The charge was a mistake: it is no longer due.',
  'charge.waive': 'The charge is no longer due, as a favour. An installation that waits for it goes ahead.',

  'payment.list': 'All payments, the newest first.',
  'payment.get': 'One payment.',
  'payment.create':
    'Has exactly one target: `subscriptionId`, `chargeId`, `installationId` or `invoiceId`. Demarc computes the amount that is due. On the rail `manual` the money is already received: the answer is `COMPLETED`, and what was paid for takes effect in the same request.',
  'payment.simulate':
    'Reports an outcome as a gateway would, for a payment on the rail `simulated` in a sandbox.',
  'refund.list': 'All refunds, the newest first.',
  'refund.get': 'One refund.',
  'refund.create':
    'Returns the payment or a part of it. The sum of the refunds of a payment is at most its amount.',

  'invoice.list': 'All invoices, the newest first.',
  'invoice.get': 'One invoice with its lines.',

  'event.list':
    'All events, the newest first, in the newest version of the envelope. With `sort=createdAt` and `createdAfter` a program reads on from where it stopped.',
  'event.get': 'One event, in the newest version of the envelope.',

  'webhook.list': 'All webhooks, the newest first.',
  'webhook.get': 'One webhook. Its secret is never shown again.',
  'webhook.create': 'At most ten webhooks. The answer shows the signing secret once.',
  'webhook.update':
    'Replaces all writable fields, except that an absent `apiVersion` or `status` stays. `status: "ACTIVE"` enables a disabled webhook.',
  'webhook.delete': 'Its pending deliveries are dropped.',
  'webhook.rotateSecret':
    'The answer shows the new secret once. For 24 hours deliveries are signed with both, so that no delivery is lost.',
  'webhook.replay':
    'Queues every event since an instant that the webhook subscribes to, events older than the webhook included.',
  'delivery.list': 'The deliveries of one webhook with their attempts, the newest first.',
  'delivery.get': 'One delivery with its attempts of the last 30 days.',
  'delivery.resend': 'Sends the same bytes again at once. The number of the attempt goes on.',

  'apiRequest.list':
    'Writes and refusals, and the first successful read of each second of each credential; the newest first, without bodies. A call appears about a second after its answer. Successful reads of this log are not in it. `meta.total` counts to 10,000; 10,001 means more.',
  'apiRequest.get': 'One call with both bodies, in which secrets are masked.',

  'integration.list': 'All integrations, the newest first.',
  'integration.get': 'One integration. Its secret is never shown again.',
  'integration.create': 'The answer shows the secret for signatures once.',
  'integration.update': 'Replaces all writable fields, except that an absent `status` stays.',
  'integration.delete': 'Its subscriptions stay, and no further events are received.',
  'integration.rotateSecret': 'The answer shows the new secret once. The old one stays valid for 24 hours.',
  'integration.revokeSecret':
    'All secrets stop at once. Signed events are refused with 503, so that the sender keeps them, until a new secret is made.',
  'inboundEvent.list': 'The events that the integration received, the newest first.',
  'inboundEvent.retry': 'Processes a failed event again, once its cause is fixed.',

  'networkSession.list':
    'RADIUS sessions, the newest first, with the accounting that was stored before the request.',

  'testClock.get': 'The present instant of a sandbox, and how far it is ahead of real time.',
  'testClock.advance':
    'Moves the clock by at most 400 days and runs everything that falls due on the way, in order, each at its own instant, before it answers. All or nothing. A clock never goes back.',
};
