/**
 * What the API document says about a field whose schema has no description of its own, by its name. `Plan.price` goes
 * before `price`: the owner is the resource, or the field that the field is in. `query` is the owner of filters of lists.
 */
export const fieldTexts: Record<string, string> = {
  // Every resource
  id: 'The id, with the prefix of its resource. It never changes.',
  createdAt: 'When it was created, by the clock of the account.',
  updatedAt: 'When it was last changed, by the clock of the account.',
  deleted: 'Always true.',

  // References
  subscriberId: 'The id of the subscriber.',
  subscriptionId: 'The id of the subscription.',
  demarcationPointId: 'The id of the demarcation point.',
  billingCycleId: 'The id of the billing cycle; null without one.',
  paymentId: 'The id of the payment.',
  webhookId: 'The id of the webhook.',
  eventId: 'The id of the event.',

  // Values that several resources have
  currency: 'The currency of the amounts: an ISO 4217 code.',
  amount: 'The amount, in major units of `currency`.',
  street: 'Street and number.',
  city: 'City or town.',
  region: 'Region, county or state.',
  postalCode: 'Postal code.',
  country: 'Country: ISO 3166-1 alpha-2.',
  planType: 'The type of plan, which decides the price floor.',
  downloadSpeedMbps: 'Download speed in Mbps.',
  uploadSpeedMbps: 'Upload speed in Mbps.',
  billingCycleDays: 'Length of a billing cycle in days of 24 hours.',
  graceDays: 'Days of 24 hours in which service continues after an unpaid end of a cycle.',
  startsAt: 'When it starts.',

  // Messages
  'contactPreferences.email': 'Whether emails may be sent.',
  'contactPreferences.sms': 'Whether SMS may be sent.',
  channel: 'The channel of the message.',
  'Message.kind': 'What the message is about. A `NOTICE` has a text of its own.',
  'Message.status':
    'What became of it: `UNKNOWN` may have been sent, and is not sent again by itself; `HELD` is only shown in the portal; `DROPPED` was no longer true when it was due.',
  'Message.attempts': 'The attempts to send it.',
  'Message.nextAttemptAt': 'When it is attempted next; null unless it is queued.',
  'Message.sentAt': 'When the mail server or the gateway accepted it.',
  'Message.deliveredAt': 'When the gateway reported that it has arrived. Emails have no such report.',
  'Message.parts': 'The parts of an SMS that are billed, once it was sent; otherwise null.',
  'Message.error': 'Why it was not sent or not delivered; otherwise null.',
  'query.channel': 'Only those on this channel.',
  text: 'The text. A blank line begins a new paragraph of an email.',

  // Account
  'Provider.name': 'The name of your account.',
  livemode: 'True for a live account, false for a sandbox.',
  timeZone: 'The IANA time zone in which the portal and documents show times.',
  'ScheduleDRow.effectiveFrom': 'The row applies from this instant on. Of several rows the newest applies.',
  'ScheduleDRow.floorAmount':
    'The lowest allowed price, in major units of `currency`, whatever the length of the cycle.',
  'TestClock.now': 'The present instant of the account.',
  by: 'How far to move the clock.',
  'by.days': 'Days of 24 hours, added to `hours`.',
  'by.hours': 'Hours, added to `days`.',

  // Subscriber
  accountNumber:
    'What the subscriber types to pay from a phone: eight digits, the last a Luhn check digit. Unique in your account, made at creation.',
  externalUserId: 'Your own id of the subscriber, unique in your account; null without one.',
  firstName: 'First name, 1 to 100 characters.',
  lastName: 'Last name, 1 to 100 characters.',
  'Subscriber.companyName': 'The company that invoices are made out to; null for a person.',
  'Subscriber.taxId': 'The tax number of the company; null without one.',
  email: 'Email address, unique in your account. It is stored in lower case.',
  phone: 'Phone number as E.164, unique in your account.',
  'Subscriber.status':
    '`active` in service; `suspended` with a manual hold or with nothing in service; `terminated` for good.',
  subscriptionCount: 'Number of its subscriptions, those that have ended included.',
  'Subscriber.deactivatedAt': 'When its subscriptions were last deactivated by a request; null if never.',
  'hold.reason': 'Why the hold was set; null without a reason.',
  'hold.since': 'When the hold was set.',
  'Subscriber.reason': 'Why the hold is set, up to 255 characters. Staff see it.',
  'Deactivation.status': 'The state of the subscriber afterwards.',
  'Deactivation.deactivatedAt': 'When the subscriptions were deactivated.',
  'Deactivation.subscriptions': 'The subscriptions that were deactivated.',
  'subscriptions.status': 'The state of the subscription afterwards.',
  'subscriptions.inactiveReason': 'Why it is inactive.',

  // Demarcation point
  'DemarcationPoint.name': 'A name that your technicians know, up to 120 characters.',
  latitude: 'Latitude in degrees, WGS 84, north positive; null if unknown.',
  longitude: 'Longitude in degrees, WGS 84, east positive; null if unknown.',
  accessType: 'The medium of the connection.',
  nasIdentifier: 'The NAS-Identifier of the network server that serves it; null if unknown.',
  'DemarcationPoint.status': '`AVAILABLE`, or `RETIRED`: it takes no new subscription.',

  // Plan
  planName: 'The name, unique among plans that are not deleted; up to 120 characters.',
  priceCurrency: 'The currency of the price: an ISO 4217 code.',
  priceAmount: 'The price of one billing cycle before tax, in major units of `priceCurrency`.',

  // Subscription
  'Subscription.demarcationPointId':
    'The id of the demarcation point; null where an external system has not named one.',
  'Subscription.planId': 'The id of the plan in force. In a PATCH, the id of the plan to change to.',
  externalReference: 'A reference of your own, up to 128 characters; null without one.',
  'Subscription.status':
    '`PENDING` before the first payment, `ACTIVE`, `AWAITING_PAYMENT_FOR_UPGRADE` in service on the old plan, `INACTIVE`, ' +
    '`CANCELLED` or `MIGRATED_OUT`.',
  inactiveReason: 'Why it is not in service; null while it is.',
  priceOverride:
    'A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price.',
  speedOverride: 'Speeds of its own; null for those of the plan.',
  currentCycle: 'The billing cycle in progress; null before the first payment and after the end of service.',
  'pendingUpgrade.planId': 'The id of the plan to which it changes once the upgrade is paid.',
  'pendingUpgrade.amount': 'The amount due for the days that are left, in major units of `currency`.',
  'pendingUpgrade.expiresAt': 'The upgrade is dropped at this instant if it is not paid.',
  username: 'The RADIUS user name.',
  password: 'The RADIUS password, as the router sends it.',

  // Billing cycle
  'BillingCycle.planId': 'The id of the plan that the cycle was billed for.',
  'BillingCycle.status':
    '`SCHEDULED` before it starts, `ACTIVE`, `OVERDUE` in its grace days, `SUSPENDED` after them, `CLOSED` when done.',
  paymentStatus: 'Whether what is due for the cycle is paid; of an `OVERDUE` cycle, whether its renewal is.',
  'BillingCycle.expiresAt': 'When the paid period ends.',
  graceEndsAt: 'When service is cut if the renewal is still unpaid.',

  // Invoice
  'Invoice.kind': 'What is billed: a first period, a renewal, a reactivation, or an upgrade.',
  'Invoice.status': '`OPEN`, `PAID`, or `VOID`: it is no longer due.',
  lines: 'What is billed.',
  'lines.description': 'What is billed, as the customer reads it.',
  quantity: 'The number of units.',
  unitAmount: 'The price of one unit before tax, in major units of the currency of the invoice.',
  'lines.amount': '`quantity` times `unitAmount`, in major units of the currency of the invoice.',
  periodStart: 'The start of the period that is billed; null where there is none.',
  periodEnd: 'The end of the period that is billed; null where there is none.',
  subtotal: 'The sum of the lines before tax, in major units of `currency`.',
  tax: 'The tax on the subtotal, in major units of `currency`.',
  total: '`subtotal` plus `tax`, in major units of `currency`.',
  amountPaid: 'What was paid and not refunded, in major units of `currency`.',
  amountRefunded: 'What was refunded, in major units of `currency`.',
  amountDue: 'What is still due, in major units of `currency`.',
  issuedAt: 'When it was issued.',
  dueAt: 'When it is due.',
  'Invoice.paidAt': 'When it was paid in full; null until then.',

  // Payment
  'Payment.subscriptionId': 'The id of the subscription that is paid for; null for another target.',
  'Payment.chargeId': 'The id of the charge that is paid; null for another target.',
  'Payment.installationId': 'The id of the installation whose fee is paid; null for another target.',
  'Payment.invoiceId': 'The id of the invoice that is paid; null where there is none.',
  'Payment.currency': 'The currency: an ISO 4217 code. In a request it is optional and checked if given.',
  rail: 'The way to pay.',
  'Payment.status':
    '`PENDING`, then `PROCESSING`, then `COMPLETED` or `FAILED`; `EXPIRED` if it is not paid in time.',
  reference: 'Your reference or the one that Demarc generated, unique in your account.',
  failureReason: 'Why it failed; null unless it did.',
  checkoutUrl: 'The page on which the customer pays; null unless the rail has one.',
  'Payment.expiresAt': 'It expires at this instant if it is not settled.',
  completedAt: 'When the money was received; null until then.',
  refundedAmount: 'What was refunded so far, in major units of `currency`.',
  outcome: 'What the simulated gateway reports.',

  creditedAmount:
    'What became account credit, in major units of `currency`: all of a payment on account, and what was kept of one with `refundDue`.',

  // Balance transaction
  'BalanceTransaction.type':
    '`PAYMENT`, `SETTLEMENT` of a debt, `REFUND` of a payment on account, or `ADJUSTMENT` by staff.',
  'BalanceTransaction.amount':
    'The change of the credit, in major units of `currency`: below 0 where the credit fell.',
  endingBalance: 'The credit in this currency afterwards, in major units of it.',
  'BalanceTransaction.subscriptionId': 'The subscription whose debt was settled; null otherwise.',
  'BalanceTransaction.paymentId': 'The payment that became credit, or that was refunded; null otherwise.',
  'BalanceTransaction.refundId': 'The refund; null otherwise.',
  'BalanceTransaction.invoiceId': 'The invoice that was settled; null otherwise.',
  'BalanceTransaction.chargeId': 'The charge that was settled; null otherwise.',
  'BalanceTransaction.note': 'Why the credit was adjusted; null otherwise.',

  // Refund
  'Refund.subscriptionId': 'The id of the subscription that was paid for; null for another target.',
  'Refund.chargeId': 'The id of the charge that was paid; null for another target.',
  'Refund.amount': 'What is returned, in major units of `currency`.',
  'Refund.reason': 'Why it is returned.',
  note: 'A note of your own, up to 500 characters; null without one.',
  'Refund.status': 'Always `SUCCEEDED`: a refund is recorded once it counts.',

  // Charge
  'Charge.subscriptionId': 'The id of the subscription that it belongs to; null without one.',
  'Charge.description': 'What it is for, as the customer reads it; up to 255 characters.',
  'Charge.amount': 'The amount due, in major units of `currency`.',
  'Charge.status': '`PENDING`, `PAID`, `WAIVED`, `REFUNDED` or `CANCELLED`.',
  'Charge.reason': 'Why it ends, up to 255 characters.',
  'Charge.paidAt': 'When it was paid; null until then.',
  waivedAt: 'When it was waived; null unless it was.',
  cancelledAt: 'When it was cancelled; null unless it was.',

  // Installation
  'Installation.kind': 'The first connection, a replacement of equipment, or a move to another place.',
  'Installation.status':
    '`PENDING_PAYMENT` until the fee is settled, `AWAITING_INSTALLATION`, then `ACTIVATED`, `COMPLETED`, `CANCELLED`, ' +
    '`ABANDONED` or `ARCHIVED`.',
  feeAmount: 'The fee, in major units of `currency`.',
  scheduledAt: 'The appointment; null without one.',
  installedAt: 'When the work was done; null until then.',
  technician: 'The name of the person who does the work, up to 100 characters; null without one.',
  serialNumber: 'The serial number of the router, up to 100 characters; null if unknown.',
  macAddress: 'The MAC address of the router; null if unknown.',
  notes: 'Notes for the technician, up to 2,000 characters; null without any.',

  // Network session
  'NetworkSession.username': 'The RADIUS user name of the subscription.',
  ipAddress: 'The address of the subscriber; null before the first accounting packet names it.',
  nasIpAddress: 'The address of the network server; null if unknown.',
  nasName: 'The name of the network server; null if none with the address is registered.',
  framedIpv6Address: 'The IPv6 address that the server assigned; null if it reported none.',
  framedIpv6Prefix:
    'The IPv6 prefix of the link, such as `2001:db8:9::/64`; null if the server reported none.',
  delegatedIpv6Prefix:
    'The IPv6 prefix that the subscriber’s router got for its own network; null if the server reported none.',
  callingStationId:
    'The subscriber’s device as the server reports it, usually a hardware address; null if unknown.',
  startedAt: 'When it started.',
  endedAt: 'When it ended; null while it is online.',
  throttled: 'Whether the speed is reduced after the data cap.',

  // Events
  'Event.id': 'The id of the event: the key for deduplication, the same in every attempt.',
  'Event.type': 'What happened. Ignore types that you do not know.',
  apiVersion: 'The version of the shape of the envelope.',
  'Event.occurredAt': 'When it happened, by the clock of the account.',
  occurredAt: 'When it happened, by the clock of the account.',
  providerId: 'The id of your account.',
  correlationId: 'The id of the request or the work that caused it.',
  'Event.data': 'What the event is about.',
  object: 'The kind of the resource in `current`.',
  current: 'The whole resource as it was at `occurredAt`.',
  previous: 'The changed fields with their values before the change; absent for a new fact.',
  changedFields: 'The names of the changed fields; absent for a new fact.',
  rejection: 'Why a change was rejected; on `*_rejected` events.',
  'rejection.reason': 'The reason, as a code.',
  'rejection.note': 'The reason, for people.',

  // Webhooks and deliveries
  'Webhook.url': 'Where deliveries are sent. Roles below `admin` see secret parameters of its query masked.',
  'Webhook.events': 'Names of events, `<resource>.*` for all events of a resource, or `*`.',
  'Webhook.headers': 'Headers of your own that each delivery has.',
  'headers.name': 'The name of the header.',
  'headers.value': 'The value of the header.',
  'Webhook.description': 'A note of your own, up to 255 characters; null without one.',
  'Webhook.status': '`ACTIVE`, or `DISABLED`: it gets nothing new.',
  'Delivery.eventType': 'The type of the event.',
  'Delivery.status': '`PENDING` until it was `DELIVERED` or has `FAILED` in every attempt.',
  'attempts.number': 'The number of the attempt, from 1.',
  responseStatus: 'The HTTP status of the answer; null without one.',
  latencyMs: 'Milliseconds from the request to the end of the answer; null without an answer.',
  'attempts.error': 'Why there is no valid answer; null with one.',

  // API requests
  callerType: 'Whether an access key called, or an integration.',
  callerId: 'The id of the access key or of the integration.',
  callerName: 'The name that the access key or the integration had at the time of the call.',
  method: 'The HTTP method.',
  route: 'The path of the operation, such as `/v1/plans/{id}`; null where no operation has the path.',
  path: 'The path that was called.',
  'ApiRequest.query': 'The query string without `?`, with secrets masked; null without one.',
  'ApiRequest.status': 'The HTTP status of the answer.',
  durationMs: 'Milliseconds from the request to the end of the answer.',
  address: 'The IP address of the caller.',
  userAgent: 'The header `User-Agent`; null without one.',
  'ApiRequest.correlationId':
    'The correlation id of the answer. That of a replay is that of the first request.',
  idempotencyKey: 'The header `Idempotency-Key`; null without one.',
  replayed: 'Whether the answer is the stored one of an earlier request with the same key.',
  'ApiRequest.dryRun': 'Whether it was a dry run.',
  requestBody:
    'The body of the request as JSON text, cut after 16 KiB, with secrets masked; null without one.',
  responseBody:
    'The body of the answer as JSON text, cut after 16 KiB, with secrets masked; null without one.',

  // Audit entries
  'actor.type': 'Who acted: a person, an API key, an integration, or `system`.',
  'actor.name': 'The name of that time.',
  'query.action': 'Only entries with this action.',
  'AuditEntry.resourceType': 'What the entry is about.',
  'AuditEntry.resourceId': 'The id of what the entry is about.',

  // Integrations and inbound events
  'Integration.name': 'A name of your own, up to 120 characters.',
  adapter: 'The external system.',
  externalPartnerId: 'Your id in the external system; null without one.',
  signing: '`hmac`: every event is signed. `none`: access headers, or a `partner_id` only.',
  freeImmediateUpgrade:
    'Whether a more expensive tariff applies at once and free, instead of after its payment.',
  tariffMap: 'Plan ids by external tariff id.',
  poolMap: 'RADIUS pool names by external pool id.',
  defaultDemarcationPointId: 'The demarcation point of new services; null without one.',
  'Integration.status': '`ACTIVE`, or `DISABLED`: events are refused with 503.',
  'InboundEvent.event': 'The name that the external system gave it.',
  externalServiceId: 'The id of the service in the external system; null where the event names none.',
  'InboundEvent.status': '`QUEUED`, `PROCESSING`, then `PROCESSED`, `IGNORED` without effect, or `FAILED`.',
  receivedAt: 'When it was received.',
  inboundEventId: 'The id of the stored event.',

  // Envelope
  success: 'Whether the request succeeded. Branch on it, not on the status.',
  data: 'The result.',
  meta: 'The paging of the list.',
  details: 'More data, such as the expected plan name.',
  rejectionReasons: 'Every reason; all invalid fields are listed.',
  'RejectionReason.code': 'The kind of fault. Branch on it.',
  errorCode: 'The business code of the broken rule, if it has one.',
  dryRun: 'What the real request would announce.',
  'ListMeta.page': 'The number of this page, from 1.',
  'ListMeta.limit': 'The maximum number of items of a page.',
  'Money.currency': 'The currency: an ISO 4217 code.',

  // Filters of lists
  'query.page': 'The number of the page, from 1.',
  'query.limit': 'The maximum number of items of a page.',
  'query.status': 'Only those in this state.',
  'query.kind': 'Only those of this kind.',
  'query.subscriberId': 'Only those of this subscriber.',
  'query.subscriptionId': 'Only those of this subscription.',
  'query.planId': 'Only those on this plan.',
  'query.demarcationPointId': 'Only those at this demarcation point.',
  'query.chargeId': 'Only those of this charge.',
  'query.invoiceId': 'Only those of this invoice.',
  'query.installationId': 'Only those of this installation.',
  'query.paymentId': 'Only those of this payment.',
  'query.email': 'Only the one with this email address, in any case.',
  'query.phone':
    'Only the one with this phone number, in international format or in the local form of your country.',
  'query.externalUserId': 'Only the one with this id of yours.',
  'query.accountNumber': 'Only the one with this account number.',
  'query.isActive': 'True for plans that are not deleted.',
  'query.isExternal': 'Only those that an external system created, or only the others.',
  'query.planType': 'Only rows of this plan type.',
  'query.rail': 'Only those on this rail.',
  'query.reference': 'Only the one with this reference.',
  'query.expiresBefore': 'Only those whose paid period ends before this instant.',
  'query.when': 'At the end of the cycle, or at once.',
  'query.externalReference': 'Only the one with this reference of yours.',
  'query.webhookId': 'Only those to this webhook.',
  'query.eventId': 'Only those of this event.',
  'query.dueBefore': 'Only those that are due before this instant.',
  'query.technician': 'Only those of this technician.',
  'query.at': 'Only those that were online at this instant.',
  'query.eventType': 'Only deliveries of events of this type.',
  'query.resourceId': 'Only events about the resource with this id.',
  'query.correlationId': 'Only those of the request with this correlation id.',
  'query.method': 'Only calls with this method.',
  'query.callerId': 'Only calls with this access key, or of this integration.',
  'query.error': 'Only calls that were refused with this error, such as `VALIDATION_FAILED`.',
};
