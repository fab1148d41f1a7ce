/** Generated from the OpenAPI document by `npm run sdk:types`. */

/** The document that the types are of. A test compares it with that of the server. */
export const DOCUMENT_HASH = '43a3b76788601f5d65536b0ed326df350008b753c4455adfd5824803cb63dfc7';

export interface paths {
  "/v1/requests": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API requests
     * @description Writes and refusals, and the first successful read of each second of each credential; the newest first, without bodies. A call appears about a second after its answer. Successful reads of this log are not in it. `meta.total` counts to 10,000; 10,001 means more.
     */
    get: operations["listApiRequests"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/requests/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an API request
     * @description One call with both bodies, in which secrets are masked.
     */
    get: operations["getApiRequest"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/audit-entries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List audit entries
     * @description Who changed what, the newest first. Secrets are never in it. `meta.total` counts to 10,000; 10,001 means more.
     */
    get: operations["listAuditEntries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{subscriberId}/charges": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the charges of a subscriber
     * @description The charges of one subscriber, the newest first.
     */
    get: operations["listCharges"];
    put?: never;
    /**
     * Create a charge
     * @description A one-time amount due, such as a replacement router. It is paid by a payment with `chargeId` and has no invoice.
     */
    post: operations["createCharge"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/charges": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the charges of all subscribers
     * @description All charges, the newest first.
     */
    get: operations["listAllCharges"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{subscriberId}/charges/{chargeId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a charge
     * @description One charge.
     */
    get: operations["getCharge"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{subscriberId}/charges/{chargeId}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a pending charge
     * @description The charge was a mistake: it is no longer due.
     */
    post: operations["cancelCharge"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{subscriberId}/charges/{chargeId}/waive": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Waive a pending charge
     * @description The charge is no longer due, as a favour. An installation that waits for it goes ahead.
     */
    post: operations["waiveCharge"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries of a webhook
     * @description The deliveries of one webhook with their attempts, the newest first.
     */
    get: operations["listDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the deliveries to all webhooks
     * @description The deliveries to all webhooks with their attempts, the newest first.
     */
    get: operations["listAllDeliveries"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}/deliveries/{deliveryId}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a delivery
     * @description One delivery with its attempts of the last 30 days.
     */
    get: operations["getDelivery"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}/deliveries/{deliveryId}/resend": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resend a delivery
     * @description Sends the same bytes again at once. The number of the attempt goes on.
     */
    post: operations["resendDelivery"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/demarcation-points": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List demarcation points
     * @description All demarcation points, the newest first.
     */
    get: operations["listDemarcationPoints"];
    put?: never;
    /**
     * Create a demarcation point
     * @description A place where the network ends. Several subscriptions may share one, such as a cabinet.
     */
    post: operations["createDemarcationPoint"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/demarcation-points/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a demarcation point
     * @description One demarcation point.
     */
    get: operations["getDemarcationPoint"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update a demarcation point
     * @description Changes the given fields only; `null` clears an optional field.
     */
    patch: operations["updateDemarcationPoint"];
    trace?: never;
  };
  "/v1/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List events
     * @description All events, the newest first, in the newest version of the envelope. With `sort=createdAt` and `createdAfter` a program reads on from where it stopped.
     */
    get: operations["listEvents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/events/feed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow events
     * @description All events in the order in which they became visible, the oldest kept first. Whoever follows `meta.next` gets each event once and misses none. With `type` an answer may be empty before the end; `next` moves on.
     */
    get: operations["listFeed"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/events/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an event
     * @description One event, in the newest version of the envelope.
     */
    get: operations["getEvent"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/integrations/{id}/inbound-events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List inbound events
     * @description The events that the integration received, the newest first.
     */
    get: operations["listInboundEvents"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/integrations/{id}/inbound-events/{inboundId}/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Retry a failed inbound event
     * @description Processes a failed event again, once its cause is fixed.
     */
    post: operations["retryInboundEvent"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/installations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List installations
     * @description All installations, the newest first.
     */
    get: operations["listInstallations"];
    put?: never;
    /**
     * Create an installation
     * @description A visit of a technician. A fee above zero becomes a charge, and the visit waits for its payment. A subscription has one installation at a time.
     */
    post: operations["createInstallation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/installations/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an installation
     * @description One installation.
     */
    get: operations["getInstallation"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update an installation
     * @description Changes the given fields only. `installedAt`, or `status: "ACTIVATED"`, marks the work done.
     */
    patch: operations["updateInstallation"];
    trace?: never;
  };
  "/v1/installations/{id}/cancel": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel an installation
     * @description Cancels the visit, and its fee if that is still pending.
     */
    post: operations["cancelInstallation"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/integrations": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List integrations
     * @description All integrations, the newest first.
     */
    get: operations["listIntegrations"];
    put?: never;
    /**
     * Create an integration
     * @description The answer shows the secret for signatures once.
     */
    post: operations["createIntegration"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/integrations/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an integration
     * @description One integration. Its secret is never shown again.
     */
    get: operations["getIntegration"];
    /**
     * Replace an integration
     * @description Replaces all writable fields, except that an absent `status` stays.
     */
    put: operations["updateIntegration"];
    post?: never;
    /**
     * Delete an integration
     * @description Its subscriptions stay, and no further events are received.
     */
    delete: operations["deleteIntegration"];
    options?: never;
    head?: never;
    /**
     * Change a part of an integration
     * @description What is given is changed, and null clears an optional field. Maps are replaced whole. Checks and events are those of the PUT.
     */
    patch: operations["patchIntegration"];
    trace?: never;
  };
  "/v1/integrations/{id}/rotate-secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of an integration
     * @description The answer shows the new secret once. The old one stays valid for 24 hours.
     */
    post: operations["rotateIntegrationSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/integrations/{id}/secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke the secret of an integration
     * @description All secrets stop at once. Signed events are refused with 503, so that the sender keeps them, until a new secret is made.
     */
    delete: operations["revokeIntegrationSecret"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/invoices": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List invoices
     * @description All invoices, the newest first.
     */
    get: operations["listInvoices"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/invoices/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an invoice
     * @description One invoice with its lines.
     */
    get: operations["getInvoice"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/invoices/{id}/pdf": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an invoice
     * @description The PDF, outside the envelope. Failures are in the envelope.
     */
    get: operations["getInvoicePdf"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/messages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List messages
     * @description Emails and SMS to subscribers, the newest first, each with what became of it.
     */
    get: operations["listMessages"];
    put?: never;
    /**
     * Send a notice to a subscriber
     * @description Queues an email or an SMS with a text of your own. `subject` and `text` may have the variables `{{ firstName }}`, `{{ lastName }}`, `{{ accountNumber }}`, `{{ providerName }}`, `{{ providerPhone }}`, `{{ providerEmail }}` and `{{ pageLink }}`, the link to the page of the customer.
     */
    post: operations["sendMessage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/messages/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a message
     * @description One message.
     */
    get: operations["getMessage"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/network-sessions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List network sessions
     * @description RADIUS sessions, the newest first, with the accounting that was stored before the request.
     */
    get: operations["listNetworkSessions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/network-sessions/{id}/disconnect": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Disconnect a network session
     * @description Sends a Disconnect-Request to the network server. The answer follows once the server accepted it; the session ends with its accounting, moments later.
     */
    post: operations["disconnectNetworkSession"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/payments": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List payments
     * @description All payments, the newest first.
     */
    get: operations["listPayments"];
    put?: never;
    /**
     * Create a payment
     * @description Has one target: `subscriptionId`, `chargeId`, `installationId` or `invoiceId`. Demarc computes the amount that is due, less the credit that settles a part of it. With `subscriberId`, `amount` and `currency` alone it is a payment on account, which becomes credit. On the rail `manual` the money is already received: the answer is `COMPLETED`, and what was paid for takes effect in the same request.
     */
    post: operations["createPayment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/payments/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a payment
     * @description One payment.
     */
    get: operations["getPayment"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/payments/{id}/keep-as-credit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep a payment as credit
     * @description For a payment with `refundDue`: its money becomes account credit of the subscriber instead of a refund. The status of the payment stays.
     */
    post: operations["keepPaymentAsCredit"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/payments/{id}/simulate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Simulate the gateway (sandbox)
     * @description Reports an outcome as a gateway would, for a payment on the rail `simulated` in a sandbox.
     */
    post: operations["simulatePayment"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/plans": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List plans
     * @description All plans that are not deleted, the newest first.
     */
    get: operations["listPlans"];
    put?: never;
    /**
     * Create a plan
     * @description The price has to reach the floor of Schedule D for type, currency and download speed. Checks follow this order: type, currency, speed, floor.
     */
    post: operations["createPlan"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/plans/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a plan
     * @description One plan.
     */
    get: operations["getPlan"];
    /**
     * Replace a plan
     * @description Replaces all writable fields. A changed price or speed applies to new subscriptions at once, and to running ones from the next cycle whose renewal is not issued yet.
     */
    put: operations["updatePlan"];
    post?: never;
    /**
     * Delete a disabled plan
     * @description Deletes a disabled plan that no subscription uses or has a pending change to. A deleted plan is 404 and unlisted.
     */
    delete: operations["deletePlan"];
    options?: never;
    head?: never;
    /**
     * Change a part of a plan
     * @description What is given is changed, and null clears an optional field. Checks and events are those of the PUT.
     */
    patch: operations["patchPlan"];
    trace?: never;
  };
  "/v1/plans/duplicate/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Duplicate a plan
     * @description A copy of the plan under another name, by default `NAME (copy)`.
     */
    post: operations["duplicatePlan"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/plans/{id}/disable": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Disable a plan
     * @description New subscriptions and plan changes can no longer use the plan. Running subscriptions continue. `confirm` prevents accidents.
     */
    post: operations["disablePlan"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/plans/{id}/enable": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Enable a plan
     * @description New subscriptions and plan changes can use the plan again.
     */
    post: operations["enablePlan"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/provider": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read your account
     * @description The account that the access headers belong to, and whether it is live or a sandbox.
     */
    get: operations["getProvider"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/schedule-d": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the price floors
     * @description The lowest allowed prices. Of the rows for a type, a currency and a speed, the newest one whose `effectiveFrom` has passed applies.
     */
    get: operations["listScheduleD"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/receipts": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List receipts
     * @description Money that customers sent to a number of yours on their own, the newest first. With `status=UNMATCHED`, those without a known subscriber.
     */
    get: operations["listReceipts"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/receipts/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a receipt
     * @description One receipt.
     */
    get: operations["getReceipt"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/receipts/{id}/assign": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Assign a receipt
     * @description The money of an `UNMATCHED` receipt becomes a payment on account of the subscriber, which settles what it covers. Where a prompt of the subscriber is paid without its number, and the money fits, the receipt is that payment.
     */
    post: operations["assignReceipt"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/refunds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List refunds
     * @description All refunds, the newest first.
     */
    get: operations["listRefunds"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/refunds/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a refund
     * @description One refund.
     */
    get: operations["getRefund"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/payments/{id}/refunds": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Refund a payment
     * @description Returns the payment or a part of it. The sum of the refunds of a payment is at most its amount.
     */
    post: operations["createRefund"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subscribers
     * @description All subscribers, the newest first. `q` searches names, email, phone and external ids.
     */
    get: operations["listSubscribers"];
    put?: never;
    /**
     * Create a subscriber
     * @description Email, phone and `externalUserId` are unique in your account. The subscriber has no service until the first payment of a subscription.
     */
    post: operations["createSubscriber"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a subscriber
     * @description One subscriber, with what is due from it in `balanceDue`.
     */
    get: operations["getSubscriber"];
    /**
     * Replace a subscriber
     * @description Replaces all writable fields: an optional field that is absent is cleared.
     */
    put: operations["updateSubscriber"];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change a part of a subscriber
     * @description What is given is changed, and null clears an optional field. Checks and events are those of the PUT.
     */
    patch: operations["patchSubscriber"];
    trace?: never;
  };
  "/v1/subscribers/{id}/suspend": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put a manual hold on a subscriber
     * @description Cuts the network access of all its subscriptions at once. Subscriptions and their billing continue.
     */
    post: operations["suspendSubscriber"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{id}/activate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Lift a manual hold
     * @description Lifts the hold. The subscriber stays `suspended` while no subscription is in service; a payment restores service.
     */
    post: operations["activateSubscriber"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{id}/deactivate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deactivate subscriptions at once
     * @description Ends service at once without a refund. A payment restores it. Subscriptions that are not in service are listed in `skipped`.
     */
    post: operations["deactivateSubscriber"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{id}/terminate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Terminate a subscriber
     * @description Ends all subscriptions for good, voids open invoices, cancels pending charges and removes the network credentials. It cannot be undone.
     */
    post: operations["terminateSubscriber"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{id}/balance-transactions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the balance transactions of a subscriber
     * @description Each change of the account credit of one subscriber, the newest first.
     */
    get: operations["listSubscriberBalanceTransactions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{id}/page-link": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the link to a subscriber's page
     * @description The page shows the subscriber its services, what it owes, its invoices and its usage, and takes payments. `url` is null without a link.
     */
    get: operations["getSubscriberPageLink"];
    put?: never;
    /**
     * Make the link to a subscriber's page
     * @description The link of the subscriber, made where there is none. It lasts until it is revoked. Anyone with the link can open the page.
     */
    post: operations["createSubscriberPageLink"];
    /**
     * Revoke the link to a subscriber's page
     * @description The link stops at once, wherever it was sent. The next link is another one.
     */
    delete: operations["revokeSubscriberPageLink"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscribers/{id}/credit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Adjust the credit of a subscriber
     * @description Adds to the account credit, or takes from it with an amount below 0: goodwill or a correction. New credit settles what the subscriber owes in that currency, in order of due date.
     */
    post: operations["adjustSubscriberCredit"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscriptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List subscriptions
     * @description All subscriptions, the newest first.
     */
    get: operations["listSubscriptions"];
    put?: never;
    /**
     * Create a subscription
     * @description The subscription is `PENDING` until its first payment, which starts the first billing cycle and creates the network credentials.
     */
    post: operations["createSubscription"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscriptions/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a subscription
     * @description One subscription with its price in force, its current cycle, and what is pending.
     */
    get: operations["getSubscription"];
    put?: never;
    post?: never;
    /**
     * Cancel a subscription
     * @description Service continues to the end of the paid cycle, in grace it ends at once. A repeated request has no further effect. `cancelAt: null` in a PATCH withdraws it.
     */
    delete: operations["cancelSubscription"];
    options?: never;
    head?: never;
    /**
     * Update a subscription
     * @description Changes the given fields only. A plan change or an override of an `ACTIVE` subscription is pending until the cycle ends; of a `PENDING` or `INACTIVE` one it applies at once. The current `planId` clears a pending plan change. With `when: now` a more expensive plan is held until its payment and applies then; an equal or cheaper one is refused.
     */
    patch: operations["updateSubscription"];
    trace?: never;
  };
  "/v1/subscriptions/{id}/usage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the usage of a subscription
     * @description What it transferred on each day, the first day first, days without traffic included. At most 366 days; by default the last 30.
     */
    get: operations["getSubscriptionUsageByDay"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscriptions/{id}/extend-grace": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Extend the grace period
     * @description Moves the end of grace of an `OVERDUE` cycle, such as for a promise to pay: to an instant later than now, at most 30 days after the end of the cycle.
     */
    post: operations["extendSubscriptionGrace"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscriptions/{id}/plan": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove the plan of a subscription
     * @description Takes the plan away at the end of the cycle, or at once.
     */
    delete: operations["removeSubscriptionPlan"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscriptions/{id}/activate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Activate a subscription
     * @description Issues the invoice whose payment restores service of an `INACTIVE` subscription. Where nothing is due, service starts at once.
     */
    post: operations["activateSubscription"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscriptions/{id}/migrate-out": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Migrate a subscription to another system
     * @description Another system takes the subscription over. Its network credentials are removed, and it can no longer be changed.
     */
    post: operations["migrateSubscriptionOut"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscriptions/{id}/credentials/rotate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the network password
     * @description A new password. The router is refused at its next sign-in until it has the new one.
     */
    post: operations["rotateSubscriptionCredentials"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscriptions/{id}/cycles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the billing cycles of a subscription
     * @description The billing cycles, the newest first.
     */
    get: operations["listSubscriptionCycles"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/subscriptions/{id}/credentials": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the network credentials
     * @description User name and password of the router, for RADIUS. They exist from the first payment on.
     */
    get: operations["getSubscriptionCredentials"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/test-clock": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the test clock
     * @description The present instant of a sandbox, and how far it is ahead of real time.
     */
    get: operations["getTestClock"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/test-clock/advance": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Advance the test clock
     * @description Moves the clock by at most 400 days and runs everything that falls due on the way, in order, each at its own instant, before it answers. All or nothing. A clock never goes back.
     */
    post: operations["advanceTestClock"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhooks
     * @description All webhooks, the newest first.
     */
    get: operations["listWebhooks"];
    put?: never;
    /**
     * Register a webhook
     * @description At most ten webhooks. The answer shows the signing secret once.
     */
    post: operations["createWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a webhook
     * @description One webhook. Its secret is never shown again.
     */
    get: operations["getWebhook"];
    /**
     * Replace a webhook
     * @description Replaces all writable fields, except that an absent `apiVersion` or `status` stays. `status: "ACTIVE"` enables a disabled webhook.
     */
    put: operations["updateWebhook"];
    post?: never;
    /**
     * Delete a webhook
     * @description Its pending deliveries are dropped.
     */
    delete: operations["deleteWebhook"];
    options?: never;
    head?: never;
    /**
     * Change a part of a webhook
     * @description What is given is changed, and null clears an optional field. Checks and events are those of the PUT.
     */
    patch: operations["patchWebhook"];
    trace?: never;
  };
  "/v1/webhooks/{id}/rotate-secret": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Rotate the secret of a webhook
     * @description The answer shows the new secret once. For 24 hours deliveries are signed with both, so that no delivery is lost.
     */
    post: operations["rotateWebhookSecret"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test event to a webhook
     * @description The documented example of the event, with `X-Service-Test: true`. It is in the webhook's deliveries, not in the list of events.
     */
    post: operations["testWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/webhooks/{id}/replay": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replay past events to a webhook
     * @description Queues every event since an instant that the webhook subscribes to, events older than the webhook included.
     */
    post: operations["replayWebhook"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/integrations/{integrationId}/webhooks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an event of an external system
     * @description Answers as soon as the body is stored. A job processes it later, in order for each service. A repeated event is stored once.
     *
     *   An integration with `signing` `hmac` accepts signed events only. One with `none` accepts the access headers of its account, or no credentials: `partner_id` then names the account.
     */
    post: operations["receiveInboundEvent"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/openapi.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read this document
     * @description The whole API as OpenAPI 3.1: operations, events, errors and examples. It needs no credentials. `/docs/postman.json` is the same as a Postman collection.
     */
    get: operations["getOpenApiDocument"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  "payment.received": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payment.received: a payment is completed, on any rail.
     * @description A payment is completed, on any rail. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onPaymentReceived"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "payment.failed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payment.failed: a payment fails.
     * @description A payment fails. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onPaymentFailed"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "payment.expired": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * payment.expired: a pending payment expires.
     * @description A pending payment expires. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onPaymentExpired"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "refund.issued": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * refund.issued: a refund is issued.
     * @description A refund is issued. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onRefundIssued"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "billing.cycle_started": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * billing.cycle_started: a billing cycle starts.
     * @description A billing cycle starts. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onBillingCycleStarted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "billing.cycle_ending": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * billing.cycle_ending: a cycle nears its end and its renewal is issued.
     * @description A cycle nears its end and its renewal is issued. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onBillingCycleEnding"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "billing.overdue": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * billing.overdue: a cycle ended unpaid.
     * @description A cycle ended unpaid. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onBillingOverdue"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "billing.suspended": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * billing.suspended: the grace period of an unpaid cycle ended.
     * @description The grace period of an unpaid cycle ended. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onBillingSuspended"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscriber.created": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscriber.created: a subscriber is created.
     * @description A subscriber is created. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriberCreated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscriber.updated": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscriber.updated: a field of a subscriber changed.
     * @description A field of a subscriber changed. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriberUpdated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscriber.activated": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscriber.activated: a subscriber returns to service.
     * @description A subscriber returns to service. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriberActivated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscriber.suspended": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscriber.suspended: a subscriber is suspended.
     * @description A subscriber is suspended. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriberSuspended"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscriber.terminated": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscriber.terminated: a subscriber is terminated and the network credentials are removed.
     * @description A subscriber is terminated and the network credentials are removed. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriberTerminated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscriber.deleted": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscriber.deleted: a subscriber's record is erased.
     * @description A subscriber's record is erased. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriberDeleted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscriber.charge.created": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscriber.charge.created: a one-time charge is created.
     * @description A one-time charge is created. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriberChargeCreated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.created": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.created: a subscription is created.
     * @description A subscription is created. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionCreated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.updated": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.updated: a field of a subscription changed.
     * @description A field of a subscription changed. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionUpdated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.plan_change_queued": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.plan_change_queued: a plan change is pending until the cycle ends.
     * @description A plan change is pending until the cycle ends. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionPlanChangeQueued"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.plan_change_applied": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.plan_change_applied: a pending plan change took effect.
     * @description A pending plan change took effect. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionPlanChangeApplied"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.plan_change_rejected": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.plan_change_rejected: a plan change is rejected.
     * @description A plan change is rejected. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionPlanChangeRejected"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.plan_removed_queued": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.plan_removed_queued: the plan will be removed at the end of the cycle.
     * @description The plan will be removed at the end of the cycle. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionPlanRemovedQueued"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.plan_removed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.plan_removed: the plan is removed immediately.
     * @description The plan is removed immediately. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionPlanRemoved"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.deactivated": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.deactivated: a subscription became INACTIVE.
     * @description A subscription became INACTIVE. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionDeactivated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.override_queued": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.override_queued: an override is pending until the cycle ends.
     * @description An override is pending until the cycle ends. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionOverrideQueued"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.override_applied": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.override_applied: a pending override took effect.
     * @description A pending override took effect. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionOverrideApplied"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "subscription.override_rejected": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * subscription.override_rejected: an override is rejected.
     * @description An override is rejected. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onSubscriptionOverrideRejected"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "installation.created": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * installation.created: an installation is created.
     * @description An installation is created. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onInstallationCreated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "installation.updated": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * installation.updated: the status of an installation changed.
     * @description The status of an installation changed. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onInstallationUpdated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "network.session_started": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * network.session_started: a RADIUS session started.
     * @description A RADIUS session started. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onNetworkSessionStarted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "network.session_ended": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * network.session_ended: a RADIUS session ended.
     * @description A RADIUS session ended. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onNetworkSessionEnded"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "network.throttled": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * network.throttled: a session was throttled after its data cap.
     * @description A session was throttled after its data cap. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onNetworkThrottled"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "plan.created": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * plan.created: a plan is created.
     * @description A plan is created. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onPlanCreated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "plan.updated": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * plan.updated: fields of a plan changed.
     * @description Fields of a plan changed. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onPlanUpdated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "plan.deleted": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * plan.deleted: a plan is deleted.
     * @description A plan is deleted. Answer any 2xx within ten seconds, then work on it. The same event can arrive more than once: its `id` is the key for deduplication.
     */
    post: operations["onPlanDeleted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    ApiRequest: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /**
       * @description Whether an access key called, or an integration.
       * @enum {string}
       */
      callerType: "credential" | "integration";
      /** @description The id of the access key or of the integration. */
      callerId: string;
      /** @description The name that the access key or the integration had at the time of the call. */
      callerName: string;
      /** @description The HTTP method. */
      method: string;
      /** @description The path of the operation, such as `/v1/plans/{id}`; null where no operation has the path. */
      route: string | null;
      /** @description The path that was called. */
      path: string;
      /** @description The query string without `?`, with secrets masked; null without one. */
      query: string | null;
      /** @description The HTTP status of the answer. */
      status: number;
      /** @description The key of the refusal in the catalogue of errors. */
      error: string | null;
      /** @description Milliseconds from the request to the end of the answer. */
      durationMs: number;
      /** @description The IP address of the caller. */
      address: string;
      /** @description The header `User-Agent`; null without one. */
      userAgent: string | null;
      /**
       * Format: uuid
       * @description The correlation id of the answer. That of a replay is that of the first request.
       */
      correlationId: string;
      /** @description The header `Idempotency-Key`; null without one. */
      idempotencyKey: string | null;
      /** @description Whether the answer is the stored one of an earlier request with the same key. */
      replayed: boolean;
      /** @description Whether it was a dry run. */
      dryRun: boolean;
      /** @description False for a call that names the account without valid credentials. */
      authenticated: boolean;
      /**
       * Format: date-time
       * @description Real time. `createdAt` is the provider’s time.
       */
      recordedAt: string;
      /**
       * Format: date-time
       * @description When it was received, by the clock of the account.
       */
      createdAt: string;
    };
    ListMeta: {
      /** @description The number of this page, from 1. */
      page?: number;
      /** @description The maximum number of items of a page. */
      limit: number;
      /** @description Number of items on all pages. */
      total?: number;
      /** @description 0 for an empty list. */
      totalPages?: number;
      /** @description What to give as `after`; null at the end. Only of a list that is sorted by `createdAt`. */
      next?: string | null;
    };
    ApiRequestWithBodies: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /**
       * @description Whether an access key called, or an integration.
       * @enum {string}
       */
      callerType: "credential" | "integration";
      /** @description The id of the access key or of the integration. */
      callerId: string;
      /** @description The name that the access key or the integration had at the time of the call. */
      callerName: string;
      /** @description The HTTP method. */
      method: string;
      /** @description The path of the operation, such as `/v1/plans/{id}`; null where no operation has the path. */
      route: string | null;
      /** @description The path that was called. */
      path: string;
      /** @description The query string without `?`, with secrets masked; null without one. */
      query: string | null;
      /** @description The HTTP status of the answer. */
      status: number;
      /** @description The key of the refusal in the catalogue of errors. */
      error: string | null;
      /** @description Milliseconds from the request to the end of the answer. */
      durationMs: number;
      /** @description The IP address of the caller. */
      address: string;
      /** @description The header `User-Agent`; null without one. */
      userAgent: string | null;
      /**
       * Format: uuid
       * @description The correlation id of the answer. That of a replay is that of the first request.
       */
      correlationId: string;
      /** @description The header `Idempotency-Key`; null without one. */
      idempotencyKey: string | null;
      /** @description Whether the answer is the stored one of an earlier request with the same key. */
      replayed: boolean;
      /** @description Whether it was a dry run. */
      dryRun: boolean;
      /** @description False for a call that names the account without valid credentials. */
      authenticated: boolean;
      /**
       * Format: date-time
       * @description Real time. `createdAt` is the provider’s time.
       */
      recordedAt: string;
      /**
       * Format: date-time
       * @description When it was received, by the clock of the account.
       */
      createdAt: string;
      /** @description The body of the request as JSON text, cut after 16 KiB, with secrets masked; null without one. */
      requestBody: string | null;
      /** @description The body of the answer as JSON text, cut after 16 KiB, with secrets masked; null without one. */
      responseBody: string | null;
    };
    AuditEntry: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description Who acted, with the name of that time. */
      actor: {
        /**
         * @description Who acted: a person, an API key, an integration, or `system`.
         * @enum {string}
         */
        type: "staff" | "credential" | "integration" | "system";
        /** @description Null for `system`. */
        id: string | null;
        /** @description The name of that time. */
        name: string;
      };
      /** @description Resource and verb. */
      action: string;
      /** @description What the entry is about. */
      resourceType: string;
      /** @description The id of what the entry is about. */
      resourceId: string;
      /** @description Each changed field, before and after. */
      changes: {
        [key: string]: {
          /** @description The value before the change. */
          before: unknown;
          /** @description The value after the change. */
          after: unknown;
        };
      };
      /** @description Work that time brought about: the ids of created and moved rows, by action. */
      affected: {
        [key: string]: string[];
      } | null;
      /** @description The id of the request or the work that caused it. */
      correlationId: string;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Charge: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The id of the subscriber. */
      subscriberId: string;
      /** @description The id of the subscription that it belongs to; null without one. */
      subscriptionId: string | null;
      /** @description The installation whose fee this is. */
      installationId: string | null;
      /** @description What it is for, as the customer reads it; up to 255 characters. */
      description: string;
      /** @description The amount due, in major units of `currency`. */
      amount: number;
      /** @description The currency of the amounts: an ISO 4217 code. */
      currency: string;
      /**
       * @description `PENDING`, `PAID`, `WAIVED`, `REFUNDED` or `CANCELLED`.
       * @enum {string}
       */
      status: "PENDING" | "PAID" | "WAIVED" | "REFUNDED" | "CANCELLED";
      /** @description Why it was waived or cancelled: your reason, or EXPIRED, INSTALLATION_CANCELLED, INSTALLATION_ABANDONED, SUBSCRIPTION_ENDED, SUBSCRIBER_TERMINATED. */
      reason: string | null;
      /** @description It is cancelled at this time if unpaid. */
      expiresAt: string | null;
      /** @description When it was paid; null until then. */
      paidAt: string | null;
      /** @description When it was waived; null unless it was. */
      waivedAt: string | null;
      /** @description When it was cancelled; null unless it was. */
      cancelledAt: string | null;
      /** @description When it was fully refunded. */
      refundedAt: string | null;
      /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Delivery: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The id of the webhook. */
      webhookId: string;
      /** @description The id of the event. */
      eventId: string;
      /**
       * @description The type of the event.
       * @enum {string}
       */
      eventType: "payment.received" | "payment.failed" | "payment.expired" | "refund.issued" | "billing.cycle_started" | "billing.cycle_ending" | "billing.overdue" | "billing.suspended" | "subscriber.created" | "subscriber.updated" | "subscriber.activated" | "subscriber.suspended" | "subscriber.terminated" | "subscriber.deleted" | "subscriber.charge.created" | "subscription.created" | "subscription.updated" | "subscription.plan_change_queued" | "subscription.plan_change_applied" | "subscription.plan_change_rejected" | "subscription.plan_removed_queued" | "subscription.plan_removed" | "subscription.deactivated" | "subscription.override_queued" | "subscription.override_applied" | "subscription.override_rejected" | "installation.created" | "installation.updated" | "network.session_started" | "network.session_ended" | "network.throttled" | "plan.created" | "plan.updated" | "plan.deleted";
      /** @description Whether it delivers a test event, which is not in the list of events. */
      test: boolean;
      /**
       * @description `PENDING` until it was `DELIVERED` or has `FAILED` in every attempt.
       * @enum {string}
       */
      status: "PENDING" | "DELIVERED" | "FAILED";
      /** @description Real time. Null once it is delivered or failed. */
      nextAttemptAt: string | null;
      /** @description The last 20 of the last 30 days, oldest first. */
      attempts: {
        /** @description The value of X-Service-Delivery-Id. */
        id: string;
        /** @description The number of the attempt, from 1. */
        number: number;
        /**
         * Format: date-time
         * @description Real time.
         */
        at: string;
        /** @description The HTTP status of the answer; null without one. */
        responseStatus: number | null;
        /** @description Milliseconds from the request to the end of the answer; null without an answer. */
        latencyMs: number | null;
        /** @description The first KiB of the answer. */
        responseExcerpt: string | null;
        /** @description Why there is no valid answer; null with one. */
        error: ("TIMEOUT" | "DNS_FAILURE" | "ADDRESS_NOT_ALLOWED" | "CONNECTION_REFUSED" | "CONNECTION_RESET" | "TLS_FAILURE" | "CONNECTION_FAILED" | "INTERRUPTED") | null;
      }[];
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    DemarcationPoint: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description A name that your technicians know, up to 120 characters. */
      name: string;
      /** @description Street and number. */
      street: string | null;
      /** @description City or town. */
      city: string | null;
      /** @description Region, county or state. */
      region: string | null;
      /** @description Postal code. */
      postalCode: string | null;
      /** @description Country: ISO 3166-1 alpha-2. */
      country: string | null;
      /** @description Latitude in degrees, WGS 84, north positive; null if unknown. */
      latitude: number | null;
      /** @description Longitude in degrees, WGS 84, east positive; null if unknown. */
      longitude: number | null;
      /**
       * @description The medium of the connection.
       * @enum {string}
       */
      accessType: "FIBER" | "WIRELESS" | "COPPER" | "OTHER";
      /** @description The NAS-Identifier of the network server that serves it; null if unknown. */
      nasIdentifier: string | null;
      /**
       * @description `AVAILABLE`, or `RETIRED`: it takes no new subscription.
       * @enum {string}
       */
      status: "AVAILABLE" | "RETIRED";
      /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Event: {
      /** @description The id of the event: the key for deduplication, the same in every attempt. */
      id: string;
      /**
       * @description What happened. Ignore types that you do not know.
       * @enum {string}
       */
      type: "payment.received" | "payment.failed" | "payment.expired" | "refund.issued" | "billing.cycle_started" | "billing.cycle_ending" | "billing.overdue" | "billing.suspended" | "subscriber.created" | "subscriber.updated" | "subscriber.activated" | "subscriber.suspended" | "subscriber.terminated" | "subscriber.deleted" | "subscriber.charge.created" | "subscription.created" | "subscription.updated" | "subscription.plan_change_queued" | "subscription.plan_change_applied" | "subscription.plan_change_rejected" | "subscription.plan_removed_queued" | "subscription.plan_removed" | "subscription.deactivated" | "subscription.override_queued" | "subscription.override_applied" | "subscription.override_rejected" | "installation.created" | "installation.updated" | "network.session_started" | "network.session_ended" | "network.throttled" | "plan.created" | "plan.updated" | "plan.deleted";
      /** @description The version of the shape of the envelope. */
      apiVersion: string;
      /**
       * Format: date-time
       * @description When it happened, by the clock of the account.
       */
      occurredAt: string;
      /** @description The id of your account. */
      providerId: string;
      /**
       * Format: uuid
       * @description The id of the request or the work that caused it.
       */
      correlationId: string;
      /** @description True for a live account, false for a sandbox. */
      livemode: boolean;
      /** @description What the event is about. */
      data: {
        /**
         * @description The kind of the resource in `current`.
         * @enum {string}
         */
        object: "subscriber" | "subscription" | "payment" | "billing_cycle" | "network" | "plan" | "charge" | "refund" | "installation";
        /** @description The whole resource as it was at `occurredAt`. */
        current: Record<string, unknown>;
        /** @description The changed fields with their values before the change; absent for a new fact. */
        previous?: Record<string, unknown>;
        /** @description The names of the changed fields; absent for a new fact. */
        changedFields?: string[];
        /** @description Why a change was rejected; on `*_rejected` events. */
        rejection?: {
          /** @description The reason, as a code. */
          reason: string;
          /** @description The reason, for people. */
          note?: string;
        };
      };
    };
    EventFeedMeta: {
      /** @description The maximum number of events of an answer. */
      limit: number;
      /** @description What to give as `after` of the next request. */
      next: string;
      /**
       * @description Present when the event of `after` is not kept any more, or was lost with a restored backup: the feed goes on from the nearest event.
       * @constant
       */
      resumed?: true;
    };
    InboundEvent: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The name that the external system gave it. */
      event: string;
      /** @description The id of the service in the external system; null where the event names none. */
      externalServiceId: string | null;
      /**
       * @description `QUEUED`, `PROCESSING`, then `PROCESSED`, `IGNORED` without effect, or `FAILED`.
       * @enum {string}
       */
      status: "QUEUED" | "PROCESSING" | "PROCESSED" | "IGNORED" | "FAILED";
      /** @description Why it failed or had no effect. */
      reason: string | null;
      /**
       * Format: date-time
       * @description When it was received.
       */
      receivedAt: string;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Installation: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description Equal to id. */
      installationId: string;
      /** @description The id of the subscription. */
      subscriptionId: string;
      /** @description The id of the subscriber. */
      subscriberId: string;
      /** @description The id of the demarcation point. */
      demarcationPointId: string;
      /** @description Always true. */
      required: boolean;
      /** @description Whether the fee is waived or zero. */
      free: boolean;
      /** @description The fee, in major units of `currency`. */
      feeAmount: number;
      /** @description The currency of the amounts: an ISO 4217 code. */
      currency: string;
      /** @description The charge for the fee. */
      chargeId: string | null;
      /**
       * @description The first connection, a replacement of equipment, or a move to another place.
       * @enum {string}
       */
      kind: "INITIAL" | "REPLACEMENT" | "RELOCATION";
      /**
       * @description `PENDING_PAYMENT` until the fee is settled, `AWAITING_INSTALLATION`, then `ACTIVATED`, `COMPLETED`, `CANCELLED`, `ABANDONED` or `ARCHIVED`.
       * @enum {string}
       */
      status: "PENDING_PAYMENT" | "AWAITING_INSTALLATION" | "ACTIVATED" | "COMPLETED" | "CANCELLED" | "ABANDONED" | "ARCHIVED";
      /** @description The appointment; null without one. */
      scheduledAt: string | null;
      /**
       * Format: date-time
       * @description It is ABANDONED at this time if not done.
       */
      windowEndsAt: string;
      /** @description When the technician began. */
      startedAt: string | null;
      /** @description When the work was done; null until then. */
      installedAt: string | null;
      /** @description The name of the person who does the work, up to 100 characters; null without one. */
      technician: string | null;
      /** @description Notes for the technician, up to 2,000 characters; null without any. */
      notes: string | null;
      /** @description Of the router that is installed. */
      serialNumber: string | null;
      /** @description Of the router, as `4C:5E:0C:12:34:56`. */
      macAddress: string | null;
      /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Integration: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description A name of your own, up to 120 characters. */
      name: string;
      /**
       * @description The external system.
       * @enum {string}
       */
      adapter: "splynx" | "native";
      /** @description Your id in the external system; null without one. */
      externalPartnerId: string | null;
      /**
       * @description `hmac`: every event is signed. `none`: access headers, or a `partner_id` only.
       * @enum {string}
       */
      signing: "hmac" | "none";
      /** @description Whether a more expensive tariff applies at once and free, instead of after its payment. */
      freeImmediateUpgrade: boolean;
      /** @description Plan ids by external tariff id. */
      tariffMap: {
        [key: string]: string;
      };
      /** @description RADIUS pool names by external pool id. */
      poolMap: {
        [key: string]: string;
      };
      /** @description The demarcation point of new services; null without one. */
      defaultDemarcationPointId: string | null;
      /**
       * @description `ACTIVE`, or `DISABLED`: events are refused with 503.
       * @enum {string}
       */
      status: "ACTIVE" | "DISABLED";
      /** @description The last four characters of the secret; null without one. */
      secretLast4: string | null;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    IntegrationWithSecret: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description A name of your own, up to 120 characters. */
      name: string;
      /**
       * @description The external system.
       * @enum {string}
       */
      adapter: "splynx" | "native";
      /** @description Your id in the external system; null without one. */
      externalPartnerId: string | null;
      /**
       * @description `hmac`: every event is signed. `none`: access headers, or a `partner_id` only.
       * @enum {string}
       */
      signing: "hmac" | "none";
      /** @description Whether a more expensive tariff applies at once and free, instead of after its payment. */
      freeImmediateUpgrade: boolean;
      /** @description Plan ids by external tariff id. */
      tariffMap: {
        [key: string]: string;
      };
      /** @description RADIUS pool names by external pool id. */
      poolMap: {
        [key: string]: string;
      };
      /** @description The demarcation point of new services; null without one. */
      defaultDemarcationPointId: string | null;
      /**
       * @description `ACTIVE`, or `DISABLED`: events are refused with 503.
       * @enum {string}
       */
      status: "ACTIVE" | "DISABLED";
      /** @description The last four characters of the secret; null without one. */
      secretLast4: string | null;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
      /** @description Signs inbound events. Shown once; null without signatures. */
      secret: string | null;
    };
    Invoice: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description Gapless for each provider. */
      number: string;
      /** @description The id of the subscriber. */
      subscriberId: string;
      /** @description The id of the subscription. */
      subscriptionId: string;
      /** @description The id of the billing cycle; null without one. */
      billingCycleId: string | null;
      /**
       * @description What is billed: a first period, a renewal, a reactivation, or an upgrade.
       * @enum {string}
       */
      kind: "FIRST" | "RENEWAL" | "REACTIVATION" | "UPGRADE";
      /**
       * @description `OPEN`, `PAID`, or `VOID`: it is no longer due.
       * @enum {string}
       */
      status: "OPEN" | "PAID" | "VOID";
      /** @description The currency of the amounts: an ISO 4217 code. */
      currency: string;
      /** @description What is billed. */
      lines: {
        /** @description What is billed, as the customer reads it. */
        description: string;
        /** @description The number of units. */
        quantity: number;
        /** @description The price of one unit before tax, in major units of the currency of the invoice. */
        unitAmount: number;
        /** @description `quantity` times `unitAmount`, in major units of the currency of the invoice. */
        amount: number;
        /** @description The start of the period that is billed; null where there is none. */
        periodStart: string | null;
        /** @description The end of the period that is billed; null where there is none. */
        periodEnd: string | null;
      }[];
      /** @description The sum of the lines before tax, in major units of `currency`. */
      subtotal: number;
      /** @description The tax on the subtotal, in major units of `currency`. */
      tax: number;
      /** @description `subtotal` plus `tax`, in major units of `currency`. */
      total: number;
      /** @description What was paid and not refunded, in major units of `currency`. */
      amountPaid: number;
      /** @description What was refunded, in major units of `currency`. */
      amountRefunded: number;
      /** @description What is still due, in major units of `currency`. */
      amountDue: number;
      /**
       * Format: date-time
       * @description When it was issued.
       */
      issuedAt: string;
      /**
       * Format: date-time
       * @description When it is due.
       */
      dueAt: string;
      /** @description When it was paid in full; null until then. */
      paidAt: string | null;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Message: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description Null for an email to staff, which only the portal shows. */
      subscriberId: string | null;
      /**
       * @description The channel of the message.
       * @enum {string}
       */
      channel: "EMAIL" | "SMS";
      /**
       * @description What the message is about. A `NOTICE` has a text of its own.
       * @enum {string}
       */
      kind: "INVOICE" | "REMINDER" | "OVERDUE" | "LAST_WARNING" | "SUSPENSION" | "RESTORED" | "RECEIPT" | "REFUND" | "PROMPT" | "CREDIT_NOTE" | "PAGE_LINK" | "NOTICE" | "WEBHOOK_FAILING" | "WEBHOOK_DISABLED" | "NOTIFICATIONS" | "INVITATION" | "PASSWORD_RESET" | "EMAIL_CONFIRMATION" | "EMAIL_CHANGE_REQUESTED" | "EMAIL_CHANGED";
      /** @description The invoice, billing cycle, payment or refund that it is about. Of a notice, what sent it. */
      factId: string;
      /** @description The address or number it was sent to, or would be sent to now. */
      to: string;
      /**
       * @description What became of it: `UNKNOWN` may have been sent, and is not sent again by itself; `HELD` is only shown in the portal; `DROPPED` was no longer true when it was due.
       * @enum {string}
       */
      status: "QUEUED" | "SENT" | "DELIVERED" | "FAILED" | "UNKNOWN" | "HELD" | "DROPPED";
      /** @description The attempts to send it. */
      attempts: number;
      /** @description When it is attempted next; null unless it is queued. */
      nextAttemptAt: string | null;
      /** @description When the mail server or the gateway accepted it. */
      sentAt: string | null;
      /** @description When the gateway reported that it has arrived. Emails have no such report. */
      deliveredAt: string | null;
      /** @description The parts of an SMS that are billed, once it was sent; otherwise null. */
      parts: number | null;
      /** @description Why it was not sent or not delivered; otherwise null. */
      error: string | null;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    NetworkSession: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description Equal to `id`; the name in events. */
      sessionId: string;
      /** @description The id of the subscription. */
      subscriptionId: string;
      /** @description The id of the subscriber. */
      subscriberId: string;
      /** @description The RADIUS user name of the subscription. */
      username: string;
      /** @description The address of the subscriber; null before the first accounting packet names it. */
      ipAddress: string | null;
      /** @description The address of the network server; null if unknown. */
      nasIpAddress: string | null;
      /** @description The name of the network server; null if none with the address is registered. */
      nasName: string | null;
      /** @description The IPv6 address that the server assigned; null if it reported none. */
      framedIpv6Address: string | null;
      /** @description The IPv6 prefix of the link, such as `2001:db8:9::/64`; null if the server reported none. */
      framedIpv6Prefix: string | null;
      /** @description The IPv6 prefix that the subscriber’s router got for its own network; null if the server reported none. */
      delegatedIpv6Prefix: string | null;
      /** @description The subscriber’s device as the server reports it, usually a hardware address; null if unknown. */
      callingStationId: string | null;
      /**
       * Format: date-time
       * @description When it started.
       */
      startedAt: string;
      /** @description When it ended; null while it is online. */
      endedAt: string | null;
      /** @description Why it ended: Acct-Terminate-Cause of the NAS. */
      reason: string | null;
      /** @description Bytes from the subscriber. */
      inputOctets: number;
      /** @description Bytes to the subscriber. */
      outputOctets: number;
      /** @description Whether the speed is reduced after the data cap. */
      throttled: boolean;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Payment: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The id of the subscriber. */
      subscriberId: string;
      /** @description The id of the subscription that is paid for; null for another target. */
      subscriptionId: string | null;
      /** @description The id of the charge that is paid; null for another target. */
      chargeId: string | null;
      /** @description The id of the installation whose fee is paid; null for another target. */
      installationId: string | null;
      /** @description The id of the invoice that is paid; null where there is none. */
      invoiceId: string | null;
      /** @description The amount, in major units of `currency`. */
      amount: number;
      /** @description The currency: an ISO 4217 code. In a request it is optional and checked if given. */
      currency: string;
      /**
       * @description The way to pay.
       * @enum {string}
       */
      rail: "manual" | "simulated" | "mpesa" | "paystack" | "stripe";
      /**
       * @description `PENDING`, then `PROCESSING`, then `COMPLETED` or `FAILED`; `EXPIRED` if it is not paid in time.
       * @enum {string}
       */
      status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED";
      /** @description Your reference or the one that Demarc generated, unique in your account. */
      reference: string;
      /** @description Why it failed; null unless it did. */
      failureReason: ("INSUFFICIENT_FUNDS" | "TIMEOUT" | "PARTNER_REJECTED") | null;
      /** @description The page on which the customer pays; null unless the rail has one. */
      checkoutUrl: string | null;
      /** @description It expires at this instant if it is not settled. */
      expiresAt: string | null;
      /** @description When the money was received; null until then. */
      completedAt: string | null;
      /** @description When the money of a `manual` payment was received, as it was recorded; otherwise null. */
      receivedAt: string | null;
      /** @description What was refunded so far, in major units of `currency`. */
      refundedAmount: number;
      /** @description The dispute of the payer at the gateway. Service is not touched by it. */
      dispute: {
        /**
         * @description Who the gateway decided for, once it has.
         * @enum {string}
         */
        status: "OPEN" | "WON" | "LOST";
        /** @description The amount, in major units of `currency`. */
        amount: number;
        /** @description The gateway's word. */
        reason: string | null;
        /**
         * Format: date-time
         * @description When the payer disputed the payment.
         */
        openedAt: string;
        /** @description When the gateway decided; null until then. */
        closedAt: string | null;
      } | null;
      /** @description What became account credit, in major units of `currency`: all of a payment on account, and what was kept of one with `refundDue`. */
      creditedAmount: number;
      /** @description Money arrived after the payment had expired. Refund it. */
      refundDue: boolean;
      /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Plan: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The name, unique among plans that are not deleted; up to 120 characters. */
      planName: string;
      /** @description The type of plan, which decides the price floor. */
      planType: string;
      /** @description Download speed in Mbps. */
      downloadSpeedMbps: number;
      /** @description Upload speed in Mbps. */
      uploadSpeedMbps: number;
      /** @description Equal to priceAmount. */
      price: number;
      /** @description The price of one billing cycle before tax, in major units of `priceCurrency`. */
      priceAmount: number;
      /** @description The currency of the price: an ISO 4217 code. */
      priceCurrency: string;
      /** @description Length of a billing cycle in days of 24 hours. */
      billingCycleDays: number;
      /** @description Megabytes in a cycle; null for no cap. */
      dataCapMb: number | null;
      /** @description Days of 24 hours in which service continues after an unpaid end of a cycle. */
      graceDays: number;
      /** @description False once it is deleted. */
      isActive: boolean;
      /** @description Set while it is disabled. */
      disabledAt: string | null;
      /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Provider: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The name of your account. */
      name: string;
      /** @description True for a live account, false for a sandbox. */
      livemode: boolean;
      /** @description The IANA time zone in which the portal and documents show times. */
      timeZone: string;
      /** @description Decimal share of each invoice, 0.16 for 16 %. */
      taxRate: number;
      /** @description The rails that payments of this account can use, with their currencies. */
      rails: {
        /**
         * @description The rail, as a payment takes it.
         * @enum {string}
         */
        name: "manual" | "simulated" | "mpesa" | "paystack" | "stripe";
        /** @description The currencies that the rail takes. */
        currencies: string[];
      }[];
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    ScheduleDRow: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The type of plan, which decides the price floor. */
      planType: string;
      /** @description The currency of the amounts: an ISO 4217 code. */
      currency: string;
      /** @description The floor applies to download speeds above this. */
      minSpeedMbps: number;
      /** @description And up to and including this. */
      maxSpeedMbps: number;
      /** @description The lowest allowed price, in major units of `currency`, whatever the length of the cycle. */
      floorAmount: number;
      /**
       * Format: date-time
       * @description The row applies from this instant on. Of several rows the newest applies.
       */
      effectiveFrom: string;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Receipt: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /**
       * @description Whether its subscriber is known.
       * @enum {string}
       */
      status: "UNMATCHED" | "MATCHED";
      /**
       * @description The way to pay.
       * @enum {string}
       */
      rail: "manual" | "simulated" | "mpesa" | "paystack" | "stripe";
      /** @description The gateway's id of the money. */
      transactionId: string;
      /** @description The amount, in major units of `currency`. */
      amount: number;
      /** @description The currency of the amounts: an ISO 4217 code. */
      currency: string;
      /** @description What the payer entered as account. */
      accountNumber: string | null;
      /** @description The payer's number as the gateway shows it, which may hide digits. */
      payer: string | null;
      /** @description The payer's name as the gateway shows it. */
      payerName: string | null;
      /**
       * Format: date-time
       * @description When the gateway received the money.
       */
      paidAt: string;
      /** @description Null until it is matched. */
      subscriberId: string | null;
      /** @description The payment on account. */
      paymentId: string | null;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Refund: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The id of the payment. */
      paymentId: string;
      /** @description The id of the subscriber. */
      subscriberId: string;
      /** @description The id of the subscription that was paid for; null for another target. */
      subscriptionId: string | null;
      /** @description The id of the charge that was paid; null for another target. */
      chargeId: string | null;
      /** @description What is returned, in major units of `currency`. */
      amount: number;
      /** @description The currency of the amounts: an ISO 4217 code. */
      currency: string;
      /**
       * @description Why it is returned.
       * @enum {string}
       */
      reason: "REQUESTED" | "DUPLICATE" | "FRAUD" | "SERVICE_FAULT" | "CHANGE_REJECTED" | "DISPUTE_LOST";
      /** @description A note of your own, up to 500 characters; null without one. */
      note: string | null;
      /**
       * @description Always `SUCCEEDED`: a refund is recorded once it counts.
       * @enum {string}
       */
      status: "SUCCEEDED";
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Subscriber: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description What the subscriber types to pay from a phone: eight digits, the last a Luhn check digit. Unique in your account, made at creation. */
      accountNumber: string;
      /** @description Your own id of the subscriber, unique in your account; null without one. */
      externalUserId: string | null;
      /** @description First name, 1 to 100 characters. */
      firstName: string;
      /** @description Last name, 1 to 100 characters. */
      lastName: string;
      /** @description The company that invoices are made out to; null for a person. */
      companyName: string | null;
      /** @description The tax number of the company; null without one. */
      taxId: string | null;
      /**
       * Format: email
       * @description Email address, unique in your account. It is stored in lower case.
       */
      email: string;
      /** @description Phone number as E.164, unique in your account. */
      phone: string;
      /** @description Street and number. */
      street: string | null;
      /** @description City or town. */
      city: string | null;
      /** @description Region, county or state. */
      region: string | null;
      /** @description Postal code. */
      postalCode: string | null;
      /** @description Country: ISO 3166-1 alpha-2. */
      country: string | null;
      /** @description The language of messages; null for the provider's. */
      language: ("en" | "sw" | "fr") | null;
      /** @description The channels on which the subscriber wants messages. Invoices and suspensions are emailed in any case. */
      contactPreferences: {
        /** @description Whether emails may be sent. */
        email: boolean;
        /** @description Whether SMS may be sent. */
        sms: boolean;
      };
      /**
       * @description `active` in service; `suspended` with a manual hold or with nothing in service; `terminated` for good.
       * @enum {string}
       */
      status: "active" | "suspended" | "terminated";
      /** @description The manual hold; null without one. `status` is `suspended` with a hold, and when nothing is in service. */
      hold: {
        /** @description Why the hold was set; null without a reason. */
        reason: string | null;
        /**
         * Format: date-time
         * @description When the hold was set.
         */
        since: string;
      } | null;
      /** @description Number of its subscriptions, those that have ended included. */
      subscriptionCount: number;
      /** @description The amount due, one entry for each currency. */
      balanceDue: components["schemas"]["Money"][];
      /** @description The account credit above 0, one entry for each currency. */
      creditBalance: components["schemas"]["Money"][];
      /** @description When its subscriptions were last deactivated by a request; null if never. */
      deactivatedAt: string | null;
      /** @description When the personal data was erased; its fields have had placeholders since. Otherwise null. */
      erasedAt: string | null;
      /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    Money: {
      /** @description The amount, in major units of `currency`. */
      amount: number;
      /** @description The currency: an ISO 4217 code. */
      currency: string;
    };
    Deactivation: {
      /** @description The id of the subscriber. */
      subscriberId: string;
      /**
       * @description The state of the subscriber afterwards.
       * @enum {string}
       */
      status: "active" | "suspended" | "terminated";
      /**
       * Format: date-time
       * @description When the subscriptions were deactivated.
       */
      deactivatedAt: string;
      /** @description The subscriptions that were deactivated. */
      subscriptions: {
        /** @description The id, with the prefix of its resource. It never changes. */
        id: string;
        /** @description The state of the subscription afterwards. */
        status: string;
        /** @description Why it is inactive. */
        inactiveReason: string | null;
      }[];
      /** @description Subscriptions that were not in service and did not change. */
      skipped: string[];
    };
    BalanceTransaction: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The id of the subscriber. */
      subscriberId: string;
      /**
       * @description `PAYMENT`, `SETTLEMENT` of a debt, `REFUND` of a payment on account, or `ADJUSTMENT` by staff.
       * @enum {string}
       */
      type: "PAYMENT" | "SETTLEMENT" | "REFUND" | "ADJUSTMENT";
      /** @description The change of the credit, in major units of `currency`: below 0 where the credit fell. */
      amount: number;
      /** @description The currency of the amounts: an ISO 4217 code. */
      currency: string;
      /** @description The credit in this currency afterwards, in major units of it. */
      endingBalance: number;
      /** @description The subscription whose debt was settled; null otherwise. */
      subscriptionId: string | null;
      /** @description The payment that became credit, or that was refunded; null otherwise. */
      paymentId: string | null;
      /** @description The refund; null otherwise. */
      refundId: string | null;
      /** @description The invoice that was settled; null otherwise. */
      invoiceId: string | null;
      /** @description The charge that was settled; null otherwise. */
      chargeId: string | null;
      /** @description Why the credit was adjusted; null otherwise. */
      note: string | null;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    PageLink: {
      /** @description The id of the subscriber. */
      subscriberId: string;
      /** @description The page of the subscriber. Anyone with the link can open it and pay. Null before the first link and after a revocation. */
      url: string | null;
      /** @description When the link was made. */
      createdAt: string | null;
    };
    Subscription: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The id of the subscriber. */
      subscriberId: string;
      /** @description The id of the plan in force. In a PATCH, the id of the plan to change to. */
      planId: string;
      /** @description The pending plan, from the next cycle on. */
      nextPlanId: string | null;
      /** @description The id of the demarcation point; null where an external system has not named one. */
      demarcationPointId: string | null;
      /** @description A reference of your own, up to 128 characters; null without one. */
      externalReference: string | null;
      /**
       * @description `PENDING` before the first payment, `ACTIVE`, `AWAITING_PAYMENT_FOR_UPGRADE` in service on the old plan, `INACTIVE`, `CANCELLED` or `MIGRATED_OUT`.
       * @enum {string}
       */
      status: "PENDING" | "ACTIVE" | "AWAITING_PAYMENT_FOR_UPGRADE" | "INACTIVE" | "CANCELLED" | "MIGRATED_OUT";
      /** @description Why it is not in service; null while it is. */
      inactiveReason: ("GRACE_EXPIRED" | "PLAN_REMOVED" | "CANCELLED" | "DEACTIVATED" | "SUBSCRIBER_TERMINATED" | "MIGRATED_OUT") | null;
      /** @description Whether an external system created it. */
      isExternal: boolean;
      /** @description When the first payment was completed. */
      startedAt: string | null;
      /** @description End of the paid period. */
      expiresAt: string | null;
      /** @description When a cancellation takes effect. */
      cancelAt: string | null;
      /** @description When its plan is removed. */
      planRemovalAt: string | null;
      /** @description Set once it has ended and cannot be restored. */
      archivedAt: string | null;
      /** @description A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price. */
      priceOverride: number | null;
      /** @description Speeds of its own; null for those of the plan. */
      speedOverride: {
        /** @description Download speed in Mbps. */
        downloadSpeedMbps: number;
        /** @description Upload speed in Mbps. */
        uploadSpeedMbps: number;
      } | null;
      /** @description Days of a cycle. */
      durationOverride: number | null;
      /** @description Pending overrides, from the next cycle on. */
      pendingOverrides: {
        /** @description A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price. */
        priceOverride?: number | null;
        /** @description Speeds of its own; null for those of the plan. */
        speedOverride?: {
          /** @description Download speed in Mbps. */
          downloadSpeedMbps: number;
          /** @description Upload speed in Mbps. */
          uploadSpeedMbps: number;
        } | null;
        /** @description Days of a cycle. */
        durationOverride?: number | null;
      } | null;
      /** @description The upgrade hold: an upgrade that awaits its payment. */
      pendingUpgrade: {
        /** @description The id of the plan to which it changes once the upgrade is paid. */
        planId: string;
        /** @description The amount due for the days that are left, in major units of `currency`. */
        amount: number;
        /** @description The currency of the amounts: an ISO 4217 code. */
        currency: string;
        /**
         * Format: date-time
         * @description The upgrade is dropped at this instant if it is not paid.
         */
        expiresAt: string;
      } | null;
      /** @description The price in force. */
      price: components["schemas"]["Money"];
      /** @description The billing cycle in progress; null before the first payment and after the end of service. */
      currentCycle: components["schemas"]["BillingCycle"] | null;
      /** @description Null before the first payment. */
      radiusUsername: string | null;
      /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
      metadata: {
        [key: string]: string;
      };
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    BillingCycle: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description The id of the subscription. */
      subscriptionId: string;
      /** @description The id of the plan that the cycle was billed for. */
      planId: string;
      /**
       * @description `SCHEDULED` before it starts, `ACTIVE`, `OVERDUE` in its grace days, `SUSPENDED` after them, `CLOSED` when done.
       * @enum {string}
       */
      status: "SCHEDULED" | "ACTIVE" | "OVERDUE" | "SUSPENDED" | "CLOSED";
      /**
       * @description Whether what is due for the cycle is paid; of an `OVERDUE` cycle, whether its renewal is.
       * @enum {string}
       */
      paymentStatus: "PENDING" | "COMPLETED";
      /**
       * Format: date-time
       * @description When it starts.
       */
      startsAt: string;
      /**
       * Format: date-time
       * @description When the paid period ends.
       */
      expiresAt: string;
      /**
       * Format: date-time
       * @description When service is cut if the renewal is still unpaid.
       */
      graceEndsAt: string;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    UsageDay: {
      /**
       * Format: date
       * @description In the time zone of your account.
       */
      day: string;
      /** @description From the subscriber. */
      inputOctets: number;
      /** @description To the subscriber. */
      outputOctets: number;
    };
    SubscriptionCredentials: {
      /** @description The RADIUS user name. */
      username: string;
      /** @description The RADIUS password, as the router sends it. */
      password: string;
    };
    TestClock: {
      /**
       * Format: date-time
       * @description The present instant of the account.
       */
      now: string;
      /** @description How far the test clock is ahead of real time. */
      offsetSeconds: number;
    };
    Webhook: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description Where deliveries are sent. Roles below `admin` see secret parameters of its query masked. */
      url: string;
      /** @description Names of events, `<resource>.*` for all events of a resource, or `*`. */
      events: string[];
      /** @description Headers of your own that each delivery has. */
      headers: {
        /** @description The name of the header. */
        name: string;
        /** @description The value of the header. */
        value: string;
      }[];
      /**
       * @description The version of the shape of the envelope.
       * @enum {string}
       */
      apiVersion: "2025-06-01" | "2026-01-15";
      /** @description A note of your own, up to 255 characters; null without one. */
      description: string | null;
      /**
       * @description `ACTIVE`, or `DISABLED`: it gets nothing new.
       * @enum {string}
       */
      status: "ACTIVE" | "DISABLED";
      /** @description The last four characters of the signing secret. */
      secretLast4: string;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
    };
    WebhookWithSecret: {
      /** @description The id, with the prefix of its resource. It never changes. */
      id: string;
      /** @description Where deliveries are sent. Roles below `admin` see secret parameters of its query masked. */
      url: string;
      /** @description Names of events, `<resource>.*` for all events of a resource, or `*`. */
      events: string[];
      /** @description Headers of your own that each delivery has. */
      headers: {
        /** @description The name of the header. */
        name: string;
        /** @description The value of the header. */
        value: string;
      }[];
      /**
       * @description The version of the shape of the envelope.
       * @enum {string}
       */
      apiVersion: "2025-06-01" | "2026-01-15";
      /** @description A note of your own, up to 255 characters; null without one. */
      description: string | null;
      /**
       * @description `ACTIVE`, or `DISABLED`: it gets nothing new.
       * @enum {string}
       */
      status: "ACTIVE" | "DISABLED";
      /** @description The last four characters of the signing secret. */
      secretLast4: string;
      /**
       * Format: date-time
       * @description When it was created, by the clock of the account.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description When it was last changed, by the clock of the account.
       */
      updatedAt: string;
      /** @description Signs the deliveries. Shown once. */
      secret: string;
    };
    WebhookReplay: {
      /** @description Number of events that were queued. */
      queued: number;
    };
    /**
     * Format: uuid
     * @description The same id is on the events and audit entries of this request. Quote it in support requests.
     */
    CorrelationId: string;
    Failure: {
      /**
       * @description Whether the request succeeded. Branch on it, not on the status.
       * @constant
       */
      success: false;
      /** @description A summary for people and logs. Do not branch on it. */
      error: string;
      /**
       * @description The business code of the broken rule, if it has one.
       * @enum {string}
       */
      errorCode?: "PLAN_TYPE_NOT_SUPPORTED_VIA_API" | "PLAN_CURRENCY_NOT_SUPPORTED" | "PLAN_SPEED_EXCEEDS_1GBPS" | "PLAN_PRICE_BELOW_FLOOR" | "CONFIRMATION_MISMATCH" | "PLAN_ALREADY_DISABLED" | "PLAN_ALREADY_ENABLED" | "PLAN_NOT_DISABLED" | "PLAN_DISABLED" | "SUBSCRIPTION_TERMINAL" | "CONTACT_SHARE" | "CHARGE_NOT_CANCELLABLE" | "CHARGE_NOT_WAIVABLE";
      /** @description Every reason; all invalid fields are listed. */
      rejectionReasons: components["schemas"]["RejectionReason"][];
      /** @description More data, such as the expected plan name. */
      details?: Record<string, unknown>;
      /** @description The paging of the list. */
      meta?: components["schemas"]["DryRunMeta"];
      /** @description The id of the request or the work that caused it. */
      correlationId: components["schemas"]["CorrelationId"];
    };
    RejectionReason: {
      /** @description Dot-path of the field or parameter, such as headers.0.name; _ without a field. */
      field: string;
      /**
       * @description The kind of fault. Branch on it.
       * @enum {string}
       */
      code: "REQUIRED" | "INVALID_FORMAT" | "INVALID_VALUE" | "OUT_OF_RANGE" | "UNSUPPORTED" | "MUST_BE_POSITIVE_INTEGER" | "ALREADY_EXISTS" | "CONFLICT" | "NOT_FOUND" | "FORBIDDEN" | "UNAUTHORIZED" | "PRECONDITION" | "IMMUTABLE" | "NOT_ALLOWED" | "RATE_LIMITED" | "TIMEOUT" | "UPSTREAM_FAILURE" | "INTERNAL_ERROR" | "ALREADY_INACTIVE";
      /** @description The fault, for people. */
      message: string;
    };
    /** @description Present on a dry run: the events that the real request would emit. */
    DryRunMeta: {
      /** @description What the real request would announce. */
      dryRun: {
        /** @description Number of events that the real request would emit. */
        eventCount: number;
        /** @description The first 1,000 events, in order. No further one is listed after 8 MiB of text, so fewer than both 1,000 and eventCount means that the list was cut there. */
        events: components["schemas"]["Event"][];
      };
    };
  };
  responses: never;
  parameters: {
    /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
    CorrelationId: string;
    /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
    IdempotencyKey: string;
    /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
    IfMatch: string;
    /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
    DryRun: "true" | "false";
  };
  requestBodies: never;
  headers: {
    /** @description Present when the request was a dry run: nothing has changed. */
    DryRun: "true";
    /** @description The same as correlationId in the body. */
    CorrelationId: components["schemas"]["CorrelationId"];
    /** @description The version of the resource, for `If-Match`. It changes with each stored field. */
    ETag: string;
    /** @description Requests a second; absent where the limit is off. */
    RateLimitLimit: number;
    /** @description Requests that are left of the burst. */
    RateLimitRemaining: number;
    /** @description Whole seconds until the burst is full again. */
    RateLimitReset: number;
    /** @description The name of the file. */
    ContentDisposition: string;
    /** @description Present when this is the stored answer of an earlier request with the same Idempotency-Key. */
    IdempotentReplayed: "true";
    /** @description Whole seconds to wait before the next try. */
    RetryAfter: number;
    /** @description Whole seconds to wait before the next try; absent when a retry cannot succeed. */
    MayRetryAfter: number;
  };
  pathItems: never;
}
export type ApiRequest = components['schemas']['ApiRequest'];
export type ListMeta = components['schemas']['ListMeta'];
export type ApiRequestWithBodies = components['schemas']['ApiRequestWithBodies'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type Charge = components['schemas']['Charge'];
export type Delivery = components['schemas']['Delivery'];
export type DemarcationPoint = components['schemas']['DemarcationPoint'];
export type Event = components['schemas']['Event'];
export type EventFeedMeta = components['schemas']['EventFeedMeta'];
export type InboundEvent = components['schemas']['InboundEvent'];
export type Installation = components['schemas']['Installation'];
export type Integration = components['schemas']['Integration'];
export type IntegrationWithSecret = components['schemas']['IntegrationWithSecret'];
export type Invoice = components['schemas']['Invoice'];
export type Message = components['schemas']['Message'];
export type NetworkSession = components['schemas']['NetworkSession'];
export type Payment = components['schemas']['Payment'];
export type Plan = components['schemas']['Plan'];
export type Provider = components['schemas']['Provider'];
export type ScheduleDRow = components['schemas']['ScheduleDRow'];
export type Receipt = components['schemas']['Receipt'];
export type Refund = components['schemas']['Refund'];
export type Subscriber = components['schemas']['Subscriber'];
export type Money = components['schemas']['Money'];
export type Deactivation = components['schemas']['Deactivation'];
export type BalanceTransaction = components['schemas']['BalanceTransaction'];
export type PageLink = components['schemas']['PageLink'];
export type Subscription = components['schemas']['Subscription'];
export type BillingCycle = components['schemas']['BillingCycle'];
export type UsageDay = components['schemas']['UsageDay'];
export type SubscriptionCredentials = components['schemas']['SubscriptionCredentials'];
export type TestClock = components['schemas']['TestClock'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type WebhookReplay = components['schemas']['WebhookReplay'];
export type CorrelationId = components['schemas']['CorrelationId'];
export type Failure = components['schemas']['Failure'];
export type RejectionReason = components['schemas']['RejectionReason'];
export type DryRunMeta = components['schemas']['DryRunMeta'];
export type ParameterCorrelationId = components['parameters']['CorrelationId'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterIfMatch = components['parameters']['IfMatch'];
export type ParameterDryRun = components['parameters']['DryRun'];
export type HeaderDryRun = components['headers']['DryRun'];
export type HeaderCorrelationId = components['headers']['CorrelationId'];
export type HeaderETag = components['headers']['ETag'];
export type HeaderRateLimitLimit = components['headers']['RateLimitLimit'];
export type HeaderRateLimitRemaining = components['headers']['RateLimitRemaining'];
export type HeaderRateLimitReset = components['headers']['RateLimitReset'];
export type HeaderContentDisposition = components['headers']['ContentDisposition'];
export type HeaderIdempotentReplayed = components['headers']['IdempotentReplayed'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderMayRetryAfter = components['headers']['MayRetryAfter'];
export type $defs = Record<string, never>;
export interface operations {
  listApiRequests: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only calls with this method. */
        method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
        /** @description A status such as `404`, or a class such as `4xx`. */
        status?: "200" | "201" | "400" | "401" | "403" | "404" | "405" | "408" | "409" | "413" | "417" | "429" | "500" | "502" | "503" | "2xx" | "4xx" | "5xx";
        /** @description Only calls with a status from 400 on. */
        outcome?: "refused";
        /** @description A part of the path; case does not matter. */
        path?: string;
        /** @description Only calls with this access key, or of this integration. */
        callerId?: string;
        /** @description Only calls that were refused with this error, such as `VALIDATION_FAILED`. */
        error?: string;
        /** @description Only those of the request with this correlation id. */
        correlationId?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["ApiRequest"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getApiRequest: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which request. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["ApiRequestWithBodies"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listAuditEntries: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Entries about this resource, and those of its subscription that contain its id. */
        resourceId?: string;
        /** @description Only entries with this action. */
        action?: string;
        /** @description Only those of the request with this correlation id. */
        correlationId?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["AuditEntry"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listCharges: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "amount" | "-amount" | "status" | "-status" | "expiresAt" | "-expiresAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those with these values in their metadata: `metadata[crm]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description Only those in this state. */
        status?: "PENDING" | "PAID" | "WAIVED" | "REFUNDED" | "CANCELLED";
        /** @description Only those of this subscription. */
        subscriptionId?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which subscriber. */
        subscriberId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Charge"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createCharge: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        subscriberId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description A subscription of the subscriber. */
          subscriptionId?: string;
          /** @description What it is for, as the customer reads it; up to 255 characters. */
          description: string;
          /** @description The amount due, in major units of `currency`. */
          amount: number;
          /** @description ISO 4217. */
          currency: string;
          /**
           * Format: date-time
           * @description In the future. The charge is cancelled at this time if unpaid.
           */
          expiresAt?: string;
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
          metadata?: {
            [key: string]: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Charge"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listAllCharges: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "amount" | "-amount" | "status" | "-status" | "expiresAt" | "-expiresAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those of this subscriber. */
        subscriberId?: string;
        /** @description Only those with these values in their metadata: `metadata[crm]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description Only those in this state. */
        status?: "PENDING" | "PAID" | "WAIVED" | "REFUNDED" | "CANCELLED";
        /** @description Only those of this subscription. */
        subscriptionId?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Charge"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getCharge: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which subscriber. */
        subscriberId: string;
        /** @description Which charge. */
        chargeId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Charge"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  cancelCharge: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        subscriberId: string;
        /** @description Which charge. */
        chargeId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description Why it ends, up to 255 characters. */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Charge"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  waiveCharge: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        subscriberId: string;
        /** @description Which charge. */
        chargeId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description Why it ends, up to 255 characters. */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Charge"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only those in this state. */
        status?: "PENDING" | "DELIVERED" | "FAILED";
        /** @description Only deliveries of events of this type. */
        eventType?: "payment.received" | "payment.failed" | "payment.expired" | "refund.issued" | "billing.cycle_started" | "billing.cycle_ending" | "billing.overdue" | "billing.suspended" | "subscriber.created" | "subscriber.updated" | "subscriber.activated" | "subscriber.suspended" | "subscriber.terminated" | "subscriber.deleted" | "subscriber.charge.created" | "subscription.created" | "subscription.updated" | "subscription.plan_change_queued" | "subscription.plan_change_applied" | "subscription.plan_change_rejected" | "subscription.plan_removed_queued" | "subscription.plan_removed" | "subscription.deactivated" | "subscription.override_queued" | "subscription.override_applied" | "subscription.override_rejected" | "installation.created" | "installation.updated" | "network.session_started" | "network.session_ended" | "network.throttled" | "plan.created" | "plan.updated" | "plan.deleted";
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Delivery"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listAllDeliveries: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those to this webhook. */
        webhookId?: string;
        /** @description Only those of this event. */
        eventId?: string;
        /** @description Only those in this state. */
        status?: "PENDING" | "DELIVERED" | "FAILED";
        /** @description Only deliveries of events of this type. */
        eventType?: "payment.received" | "payment.failed" | "payment.expired" | "refund.issued" | "billing.cycle_started" | "billing.cycle_ending" | "billing.overdue" | "billing.suspended" | "subscriber.created" | "subscriber.updated" | "subscriber.activated" | "subscriber.suspended" | "subscriber.terminated" | "subscriber.deleted" | "subscriber.charge.created" | "subscription.created" | "subscription.updated" | "subscription.plan_change_queued" | "subscription.plan_change_applied" | "subscription.plan_change_rejected" | "subscription.plan_removed_queued" | "subscription.plan_removed" | "subscription.deactivated" | "subscription.override_queued" | "subscription.override_applied" | "subscription.override_rejected" | "installation.created" | "installation.updated" | "network.session_started" | "network.session_ended" | "network.throttled" | "plan.created" | "plan.updated" | "plan.deleted";
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Delivery"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which webhook. */
        id: string;
        /** @description Which delivery. */
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Delivery"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  resendDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Which webhook. */
        id: string;
        /** @description Which delivery. */
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Delivery"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listDemarcationPoints: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "name" | "-name";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those with these values in their metadata: `metadata[crm]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description Only those in this state. */
        status?: "AVAILABLE" | "RETIRED";
        /** @description Part of a name, email, phone number or external id; case does not matter. A phone number may have the local form of the organisation's country. */
        q?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["DemarcationPoint"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createDemarcationPoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description A name that your technicians know, up to 120 characters. */
          name: string;
          /**
           * @description The medium of the connection.
           * @enum {string}
           */
          accessType: "FIBER" | "WIRELESS" | "COPPER" | "OTHER";
          /** @description Street and number. */
          street?: string;
          /** @description City or town. */
          city?: string;
          /** @description Region, county or state. */
          region?: string;
          /** @description Postal code. */
          postalCode?: string;
          /** @description ISO 3166-1 alpha-2. */
          country?: string;
          /** @description Latitude in degrees, WGS 84, north positive; null if unknown. */
          latitude?: number;
          /** @description Longitude in degrees, WGS 84, east positive; null if unknown. */
          longitude?: number;
          /** @description The NAS-Identifier of the network server that serves it; null if unknown. */
          nasIdentifier?: string;
          /**
           * @description `AVAILABLE`, or `RETIRED`: it takes no new subscription.
           * @enum {string}
           */
          status?: "AVAILABLE" | "RETIRED";
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
          metadata?: {
            [key: string]: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["DemarcationPoint"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getDemarcationPoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which demarcation point. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["DemarcationPoint"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  updateDemarcationPoint: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which demarcation point. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description A name that your technicians know, up to 120 characters. */
          name?: string;
          /**
           * @description The medium of the connection.
           * @enum {string}
           */
          accessType?: "FIBER" | "WIRELESS" | "COPPER" | "OTHER";
          /** @description Street and number. */
          street?: string | null;
          /** @description City or town. */
          city?: string | null;
          /** @description Region, county or state. */
          region?: string | null;
          /** @description Postal code. */
          postalCode?: string | null;
          /** @description Country: ISO 3166-1 alpha-2. */
          country?: string | null;
          /** @description Latitude in degrees, WGS 84, north positive; null if unknown. */
          latitude?: number | null;
          /** @description Longitude in degrees, WGS 84, east positive; null if unknown. */
          longitude?: number | null;
          /** @description The NAS-Identifier of the network server that serves it; null if unknown. */
          nasIdentifier?: string | null;
          /**
           * @description `AVAILABLE`, or `RETIRED`: it takes no new subscription.
           * @enum {string}
           */
          status?: "AVAILABLE" | "RETIRED";
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. They are merged; null removes a key. */
          metadata?: {
            [key: string]: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["DemarcationPoint"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "occurredAt" | "-occurredAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Names of events and patterns such as `payment.*`, separated by commas. */
        type?: string;
        /** @description Only events about the resource with this id. */
        resourceId?: string;
        /** @description Only those of the request with this correlation id. */
        correlationId?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Event"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listFeed: {
    parameters: {
      query?: {
        /** @description `meta.next` of the answer before; when absent, from the oldest event that is kept. */
        after?: string;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description Names of events and patterns such as `payment.*`, separated by commas. */
        type?: string;
        /** @description Seconds to wait for the next event when there is none: the answer comes with it, or empty at the end. */
        wait?: number;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Event"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["EventFeedMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getEvent: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which event. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Event"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listInboundEvents: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "receivedAt" | "-receivedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only those in this state. */
        status?: "QUEUED" | "PROCESSING" | "PROCESSED" | "IGNORED" | "FAILED";
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["InboundEvent"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  retryInboundEvent: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which integration. */
        id: string;
        /** @description Which inbound. */
        inboundId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["InboundEvent"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listInstallations: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "scheduledAt" | "-scheduledAt" | "windowEndsAt" | "-windowEndsAt" | "status" | "-status";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those with these values in their metadata: `metadata[crm]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description Only those in this state. */
        status?: "PENDING_PAYMENT" | "AWAITING_INSTALLATION" | "ACTIVATED" | "COMPLETED" | "CANCELLED" | "ABANDONED" | "ARCHIVED";
        /** @description Only those of this kind. */
        kind?: "INITIAL" | "REPLACEMENT" | "RELOCATION";
        /** @description Only those of this subscription. */
        subscriptionId?: string;
        /** @description Only those of this subscriber. */
        subscriberId?: string;
        /** @description Only those of this technician. */
        technician?: string;
        /** @description Whether it has an appointment. */
        isScheduled?: boolean;
        /** @description Appointment from this instant on. */
        scheduledAfter?: string;
        /** @description Appointment before this instant. */
        scheduledBefore?: string;
        /** @description Its window ends before this instant. */
        windowEndsBefore?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Installation"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createInstallation: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The id of the subscription. */
          subscriptionId: string;
          /**
           * @description The first connection, a replacement of equipment, or a move to another place.
           * @default INITIAL
           * @enum {string}
           */
          kind?: "INITIAL" | "REPLACEMENT" | "RELOCATION";
          /**
           * @description In the plan's currency. A fee above zero becomes a charge.
           * @default 0
           */
          feeAmount?: number;
          /**
           * @description The fee is not charged.
           * @default false
           */
          feeWaived?: boolean;
          /**
           * Format: date-time
           * @description The appointment; null without one.
           */
          scheduledAt?: string;
          /** @description A name, or the email address of a member of your team, who then finds the visit in the portal. */
          technician?: string;
          /** @description The serial number of the router, up to 100 characters; null if unknown. */
          serialNumber?: string;
          /** @description The MAC address of the router; null if unknown. */
          macAddress?: string;
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
          metadata?: {
            [key: string]: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Installation"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getInstallation: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which installation. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Installation"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  updateInstallation: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which installation. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description The appointment; null without one. */
          scheduledAt?: string | null;
          /**
           * Format: date-time
           * @description In the future.
           */
          windowEndsAt?: string;
          /** @description The name of the person who does the work, up to 100 characters; null without one. */
          technician?: string | null;
          /** @description Notes for the technician, up to 2,000 characters; null without any. */
          notes?: string | null;
          /** @description The serial number of the router, up to 100 characters; null if unknown. */
          serialNumber?: string | null;
          /** @description The MAC address of the router; null if unknown. */
          macAddress?: string | null;
          /** @description When the technician began. At most five minutes ahead of the clock. */
          startedAt?: string | null;
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. They are merged; null removes a key. */
          metadata?: {
            [key: string]: string | null;
          };
          /**
           * @description Waives the charge for the fee.
           * @constant
           */
          feeWaived?: true;
          /**
           * Format: date-time
           * @description Activates it. While the fee is unpaid it is stored, and activates it once the fee is settled. At most five minutes ahead of the clock.
           */
          installedAt?: string;
          /**
           * @description Marks it done at once.
           * @constant
           */
          status?: "ACTIVATED";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Installation"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  cancelInstallation: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which installation. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Installation"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listIntegrations: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Whether an inbound event of the last seven days, or the last push of a service, failed. */
        failing?: boolean;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Integration"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createIntegration: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description A name of your own, up to 120 characters. */
          name: string;
          /**
           * @description The external system. It cannot be changed later.
           * @enum {string}
           */
          adapter: "splynx" | "native";
          /** @description Your id in the external system; unsigned events have it as partner_id. */
          externalPartnerId?: string;
          /**
           * @description hmac: every event is signed. none: access headers, or a partner_id only.
           * @default hmac
           * @enum {string}
           */
          signing?: "hmac" | "none";
          /**
           * @description Whether a more expensive tariff applies at once and free, instead of after its payment.
           * @default false
           */
          freeImmediateUpgrade?: boolean;
          /**
           * @description Plan ids by external tariff id.
           * @default {}
           */
          tariffMap?: {
            [key: string]: string;
          };
          /**
           * @description RADIUS pool names by external pool id.
           * @default {}
           */
          poolMap?: {
            [key: string]: string;
          };
          /** @description The demarcation point of new services, whose events do not name one. */
          defaultDemarcationPointId?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["IntegrationWithSecret"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getIntegration: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Integration"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  updateIntegration: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description A name of your own, up to 120 characters. */
          name: string;
          /**
           * @description The external system. It cannot be changed later.
           * @enum {string}
           */
          adapter: "splynx" | "native";
          /** @description Your id in the external system; unsigned events have it as partner_id. */
          externalPartnerId?: string;
          /**
           * @description hmac: every event is signed. none: access headers, or a partner_id only.
           * @default hmac
           * @enum {string}
           */
          signing?: "hmac" | "none";
          /**
           * @description Whether a more expensive tariff applies at once and free, instead of after its payment.
           * @default false
           */
          freeImmediateUpgrade?: boolean;
          /**
           * @description Plan ids by external tariff id.
           * @default {}
           */
          tariffMap?: {
            [key: string]: string;
          };
          /**
           * @description RADIUS pool names by external pool id.
           * @default {}
           */
          poolMap?: {
            [key: string]: string;
          };
          /** @description The demarcation point of new services, whose events do not name one. */
          defaultDemarcationPointId?: string;
          /**
           * @description DISABLED refuses events with 503, so that senders retry later.
           * @enum {string}
           */
          status?: "ACTIVE" | "DISABLED";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Integration"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  deleteIntegration: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id: string;
              /**
               * @description Always true.
               * @constant
               */
              deleted: true;
            };
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  patchIntegration: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description A name of your own, up to 120 characters. */
          name?: string;
          /**
           * @description The external system. It cannot be changed later.
           * @enum {string}
           */
          adapter?: "splynx" | "native";
          /** @description Your id in the external system; unsigned events have it as partner_id. */
          externalPartnerId?: string | null;
          /** @description hmac: every event is signed. none: access headers, or a partner_id only. */
          signing?: ("hmac" | "none") | null;
          /** @description Whether a more expensive tariff applies at once and free, instead of after its payment. */
          freeImmediateUpgrade?: boolean | null;
          /** @description Plan ids by external tariff id. */
          tariffMap?: {
            [key: string]: string;
          } | null;
          /** @description RADIUS pool names by external pool id. */
          poolMap?: {
            [key: string]: string;
          } | null;
          /** @description The demarcation point of new services, whose events do not name one. */
          defaultDemarcationPointId?: string | null;
          /** @description DISABLED refuses events with 503, so that senders retry later. */
          status?: ("ACTIVE" | "DISABLED") | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Integration"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  rotateIntegrationSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["IntegrationWithSecret"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  revokeIntegrationSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which integration. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id: string;
              /**
               * @description Always true.
               * @constant
               */
              deleted: true;
            };
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listInvoices: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "number" | "-number" | "dueAt" | "-dueAt" | "total" | "-total";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those in this state. */
        status?: "OPEN" | "PAID" | "VOID";
        /** @description Only those of this subscriber. */
        subscriberId?: string;
        /** @description Only those of this subscription. */
        subscriptionId?: string;
        /** @description Only those that are due before this instant. */
        dueBefore?: string;
        /** @description The number of an invoice, in any case. */
        number?: string;
        /** @description ISO 4217. */
        currency?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Invoice"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getInvoice: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which invoice. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Invoice"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getInvoicePdf: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which invoice. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Content-Disposition": components["headers"]["ContentDisposition"];
          [name: string]: unknown;
        };
        content: {
          "application/pdf": string;
        };
      };
    };
  };
  listMessages: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "sentAt" | "-sentAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those on this channel. */
        channel?: "EMAIL" | "SMS";
        /** @description Only those in this state. */
        status?: "QUEUED" | "SENT" | "DELIVERED" | "FAILED" | "UNKNOWN" | "HELD" | "DROPPED";
        /** @description Only those of this kind. */
        kind?: "INVOICE" | "REMINDER" | "OVERDUE" | "LAST_WARNING" | "SUSPENSION" | "RESTORED" | "RECEIPT" | "REFUND" | "PROMPT" | "CREDIT_NOTE" | "PAGE_LINK" | "NOTICE";
        /** @description Only those of this subscriber. */
        subscriberId?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Message"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  sendMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The id of the subscriber. */
          subscriberId: string;
          /**
           * @description The channel of the message.
           * @enum {string}
           */
          channel: "EMAIL" | "SMS";
          /** @description Of an email; an SMS has none. */
          subject?: string;
          /** @description The text. A blank line begins a new paragraph of an email. */
          text: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Message"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getMessage: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which message. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Message"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listNetworkSessions: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "startedAt" | "-startedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those of this subscriber. */
        subscriberId?: string;
        /** @description Only those of this subscription. */
        subscriptionId?: string;
        /** @description Whether it is online now. */
        active?: boolean;
        /** @description Only those with this IPv4, IPv6 or MAC address. An IPv6 address also finds the prefix that contains it. */
        address?: string;
        /** @description Only those that were online at this instant. */
        at?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["NetworkSession"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  disconnectNetworkSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Which network session. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["NetworkSession"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listPayments: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "amount" | "-amount" | "completedAt" | "-completedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those with these values in their metadata: `metadata[crm]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description Only those in this state. */
        status?: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED";
        /** @description Only those of this subscriber. */
        subscriberId?: string;
        /** @description Only those of this subscription. */
        subscriptionId?: string;
        /** @description Only those of this charge. */
        chargeId?: string;
        /** @description Only those of this invoice. */
        invoiceId?: string;
        /** @description Only those of this installation. */
        installationId?: string;
        /** @description Only those on this rail. */
        rail?: "manual" | "simulated" | "mpesa" | "paystack" | "stripe";
        /** @description ISO 4217. */
        currency?: string;
        /** @description Completed from this instant on. */
        completedAfter?: string;
        /** @description Completed before this instant. */
        completedBefore?: string;
        /** @description Whether a refund is due. */
        refundDue?: boolean;
        /** @description Only the one with this reference. */
        reference?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Payment"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The id of the subscription that is paid for; null for another target. */
          subscriptionId?: string;
          /** @description The id of the charge that is paid; null for another target. */
          chargeId?: string;
          /** @description The id of the installation whose fee is paid; null for another target. */
          installationId?: string;
          /** @description The id of the invoice that is paid; null where there is none. */
          invoiceId?: string;
          /** @description Without a target: whose credit the payment becomes, with `amount` and `currency`. With one it is optional, and checked. */
          subscriberId?: string;
          /** @description Computed when absent; a different amount is refused. */
          amount?: number;
          /** @description The currency: an ISO 4217 code. In a request it is optional and checked if given. */
          currency?: string;
          /**
           * @description manual: money that you have already received. simulated: sandbox only. mpesa: a prompt of M-Pesa on the phone of the payer. paystack: a checkout page of Paystack. stripe: a checkout page of Stripe.
           * @enum {string}
           */
          rail: "manual" | "simulated" | "mpesa" | "paystack" | "stripe";
          /** @description Unique; generated when absent. */
          reference?: string;
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
          metadata?: {
            [key: string]: string | null;
          };
          /**
           * Format: date-time
           * @description When the money was received, on the rail `manual` only. It is not in the future; `completedAt` is when it was recorded.
           */
          receivedAt?: string;
          /** @description The phone that gets the prompt, on the rail `mpesa` only. By default that of the subscriber. */
          phone?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Payment"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getPayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which payment. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Payment"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  keepPaymentAsCredit: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which payment. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Payment"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  simulatePayment: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which payment. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description What the simulated gateway reports.
           * @enum {string}
           */
          outcome: "succeed" | "insufficient_funds" | "timeout" | "reject";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Payment"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listPlans: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "planName" | "-planName" | "priceAmount" | "-priceAmount" | "downloadSpeedMbps" | "-downloadSpeedMbps";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those with these values in their metadata: `metadata[crm]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description True for plans that are not deleted. */
        isActive?: boolean;
        /** @description Whether it is disabled. */
        isDisabled?: boolean;
        /** @description ISO 4217. */
        currency?: string;
        /** @description Part of a name, email, phone number or external id; case does not matter. A phone number may have the local form of the organisation's country. */
        q?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Plan"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createPlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The name, unique among plans that are not deleted; up to 120 characters. */
          planName: string;
          /** @description The API creates RESIDENTIAL plans only. */
          planType: string;
          /** @description At most 1000. */
          downloadSpeedMbps: number;
          /** @description Upload speed in Mbps. */
          uploadSpeedMbps: number;
          /** @description The price of one billing cycle before tax, in major units of `priceCurrency`. */
          priceAmount?: number;
          /** @description An alias of priceAmount. */
          price?: number;
          /** @description A currency with floors in Schedule D; see GET /v1/schedule-d. */
          priceCurrency: string;
          /** @description Length of a billing cycle in days of 24 hours. */
          billingCycleDays: number;
          /** @description Megabytes per cycle, both directions, before the speed is throttled; null for no cap. */
          dataCapMb?: number | null;
          /**
           * @description Days of service after an unpaid end of a cycle.
           * @default 3
           */
          graceDays?: number;
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
          metadata?: {
            [key: string]: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Plan"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getPlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which plan. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Plan"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  updatePlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which plan. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The name, unique among plans that are not deleted; up to 120 characters. */
          planName: string;
          /** @description The API creates RESIDENTIAL plans only. */
          planType: string;
          /** @description At most 1000. */
          downloadSpeedMbps: number;
          /** @description Upload speed in Mbps. */
          uploadSpeedMbps: number;
          /** @description The price of one billing cycle before tax, in major units of `priceCurrency`. */
          priceAmount?: number;
          /** @description An alias of priceAmount. */
          price?: number;
          /** @description A currency with floors in Schedule D; see GET /v1/schedule-d. */
          priceCurrency: string;
          /** @description Length of a billing cycle in days of 24 hours. */
          billingCycleDays: number;
          /** @description Megabytes per cycle, both directions, before the speed is throttled; null for no cap. */
          dataCapMb?: number | null;
          /**
           * @description Days of service after an unpaid end of a cycle.
           * @default 3
           */
          graceDays?: number;
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
          metadata?: {
            [key: string]: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Plan"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  deletePlan: {
    parameters: {
      query: {
        /** @description The plan's name; case does not matter. */
        confirm: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which plan. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id: string;
              /**
               * @description Always true.
               * @constant
               */
              deleted: true;
            };
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  patchPlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which plan. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description The name, unique among plans that are not deleted; up to 120 characters. */
          planName?: string;
          /** @description The API creates RESIDENTIAL plans only. */
          planType?: string;
          /** @description At most 1000. */
          downloadSpeedMbps?: number;
          /** @description Upload speed in Mbps. */
          uploadSpeedMbps?: number;
          /** @description The price of one billing cycle before tax, in major units of `priceCurrency`. */
          priceAmount?: number | null;
          /** @description An alias of priceAmount. */
          price?: number | null;
          /** @description A currency with floors in Schedule D; see GET /v1/schedule-d. */
          priceCurrency?: string;
          /** @description Length of a billing cycle in days of 24 hours. */
          billingCycleDays?: number;
          /** @description Megabytes per cycle, both directions, before the speed is throttled; null for no cap. */
          dataCapMb?: (number | null) | null;
          /** @description Days of service after an unpaid end of a cycle. */
          graceDays?: number | null;
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. They are merged; null removes a key. */
          metadata?: {
            [key: string]: string | null;
          } | {
            [key: string]: string | null;
          } | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Plan"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  duplicatePlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which plan. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description The name, unique among plans that are not deleted; up to 120 characters. */
          planName?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Plan"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  disablePlan: {
    parameters: {
      query: {
        /** @description The plan's name; case does not matter. */
        confirm: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which plan. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Plan"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  enablePlan: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which plan. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Plan"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getProvider: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Provider"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listScheduleD: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "minSpeedMbps" | "-minSpeedMbps" | "floorAmount" | "-floorAmount" | "effectiveFrom" | "-effectiveFrom";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only rows of this plan type. */
        planType?: string;
        /** @description ISO 4217. */
        currency?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["ScheduleDRow"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listReceipts: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "amount" | "-amount" | "paidAt" | "-paidAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those in this state. */
        status?: "UNMATCHED" | "MATCHED";
        /** @description Only those of this subscriber. */
        subscriberId?: string;
        /** @description Only those of this payment. */
        paymentId?: string;
        /** @description The gateway's id of the money. */
        transactionId?: string;
        /** @description Only the one with this account number. */
        accountNumber?: string;
        /** @description ISO 4217. */
        currency?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Receipt"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getReceipt: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which receipt. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Receipt"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  assignReceipt: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which receipt. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The id of the subscriber. */
          subscriberId: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Receipt"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listRefunds: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "amount" | "-amount";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those in this state. */
        status?: "SUCCEEDED";
        /** @description Only those of this subscriber. */
        subscriberId?: string;
        /** @description Only those of this subscription. */
        subscriptionId?: string;
        /** @description Only those of this payment. */
        paymentId?: string;
        /** @description Only those of this charge. */
        chargeId?: string;
        /** @description ISO 4217. */
        currency?: string;
        /** @description The payment's. */
        reference?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Refund"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getRefund: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which refund. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Refund"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createRefund: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which payment. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description When absent, all that is left of the payment. */
          amount?: number;
          /**
           * @description Why it is returned.
           * @default REQUESTED
           * @enum {string}
           */
          reason?: "REQUESTED" | "DUPLICATE" | "FRAUD" | "SERVICE_FAULT" | "CHANGE_REJECTED";
          /** @description A note of your own, up to 500 characters; null without one. */
          note?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Refund"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listSubscribers: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "firstName" | "-firstName" | "lastName" | "-lastName" | "email" | "-email";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those with these values in their metadata: `metadata[crm]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description Only those in this state. */
        status?: "active" | "suspended" | "terminated";
        /** @description Only the one with this email address, in any case. */
        email?: string;
        /** @description Only the one with this phone number, in international format or in the local form of your country. */
        phone?: string;
        /** @description Only the one with this id of yours. */
        externalUserId?: string;
        /** @description Only the one with this account number. */
        accountNumber?: string;
        /** @description Part of a name, email, phone number or external id; case does not matter. A phone number may have the local form of the organisation's country. */
        q?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscriber"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createSubscriber: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description First name, 1 to 100 characters. */
          firstName: string;
          /** @description Last name, 1 to 100 characters. */
          lastName: string;
          /**
           * Format: email
           * @description Email address, unique in your account. It is stored in lower case.
           */
          email: string;
          /** @description International format; kept as E.164. */
          phone: string;
          /** @description A reference of your own; unique. */
          externalUserId?: string;
          /** @description The company that invoices are made out to. */
          companyName?: string;
          /** @description The tax number of the company, for its invoices. */
          taxId?: string;
          /** @description Street and number. */
          street?: string;
          /** @description City or town. */
          city?: string;
          /** @description Region, county or state. */
          region?: string;
          /** @description Postal code. */
          postalCode?: string;
          /** @description ISO 3166-1 alpha-2. */
          country?: string;
          /**
           * @description The language of messages; the provider's by default.
           * @enum {string}
           */
          language?: "en" | "sw" | "fr";
          /** @description The channels on which the subscriber wants messages; both by default. */
          contactPreferences?: {
            /** @description Whether emails may be sent. */
            email: boolean;
            /** @description Whether SMS may be sent. */
            sms: boolean;
          };
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
          metadata?: {
            [key: string]: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscriber"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getSubscriber: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscriber"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  updateSubscriber: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description First name, 1 to 100 characters. */
          firstName: string;
          /** @description Last name, 1 to 100 characters. */
          lastName: string;
          /**
           * Format: email
           * @description Email address, unique in your account. It is stored in lower case.
           */
          email: string;
          /** @description International format; kept as E.164. */
          phone: string;
          /** @description A reference of your own; unique. */
          externalUserId?: string;
          /** @description The company that invoices are made out to. */
          companyName?: string;
          /** @description The tax number of the company, for its invoices. */
          taxId?: string;
          /** @description Street and number. */
          street?: string;
          /** @description City or town. */
          city?: string;
          /** @description Region, county or state. */
          region?: string;
          /** @description Postal code. */
          postalCode?: string;
          /** @description ISO 3166-1 alpha-2. */
          country?: string;
          /**
           * @description The language of messages; the provider's by default.
           * @enum {string}
           */
          language?: "en" | "sw" | "fr";
          /** @description The channels on which the subscriber wants messages; both by default. */
          contactPreferences?: {
            /** @description Whether emails may be sent. */
            email: boolean;
            /** @description Whether SMS may be sent. */
            sms: boolean;
          };
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
          metadata?: {
            [key: string]: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscriber"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  patchSubscriber: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description First name, 1 to 100 characters. */
          firstName?: string;
          /** @description Last name, 1 to 100 characters. */
          lastName?: string;
          /**
           * Format: email
           * @description Email address, unique in your account. It is stored in lower case.
           */
          email?: string;
          /** @description International format; kept as E.164. */
          phone?: string;
          /** @description A reference of your own; unique. */
          externalUserId?: string | null;
          /** @description The company that invoices are made out to. */
          companyName?: string | null;
          /** @description The tax number of the company, for its invoices. */
          taxId?: string | null;
          /** @description Street and number. */
          street?: string | null;
          /** @description City or town. */
          city?: string | null;
          /** @description Region, county or state. */
          region?: string | null;
          /** @description Postal code. */
          postalCode?: string | null;
          /** @description ISO 3166-1 alpha-2. */
          country?: string | null;
          /** @description The language of messages; the provider's by default. */
          language?: ("en" | "sw" | "fr") | null;
          /** @description The channels on which the subscriber wants messages; both by default. */
          contactPreferences?: {
            /** @description Whether emails may be sent. */
            email: boolean;
            /** @description Whether SMS may be sent. */
            sms: boolean;
          } | null;
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. They are merged; null removes a key. */
          metadata?: {
            [key: string]: string | null;
          } | {
            [key: string]: string | null;
          } | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscriber"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  suspendSubscriber: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description Why the hold is set, up to 255 characters. Staff see it. */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscriber"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  activateSubscriber: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscriber"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  deactivateSubscriber: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description Only these; when absent, all of the subscriber. */
          subscriptionIds?: string[];
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Deactivation"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  terminateSubscriber: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /**
           * @description Why the customer leaves.
           * @enum {string}
           */
          reason?: "TOO_EXPENSIVE" | "QUALITY" | "OTHER_PROVIDER" | "MOVED" | "NOT_NEEDED" | "NOT_PAID" | "OTHER";
          /** @description More about the reason. */
          note?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscriber"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listSubscriberBalanceTransactions: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only those of this type. */
        type?: "PAYMENT" | "SETTLEMENT" | "REFUND" | "ADJUSTMENT";
        /** @description ISO 4217. */
        currency?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["BalanceTransaction"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getSubscriberPageLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["PageLink"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createSubscriberPageLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["PageLink"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  revokeSubscriberPageLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id: string;
              /**
               * @description Always true.
               * @constant
               */
              deleted: true;
            };
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  adjustSubscriberCredit: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscriber. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The amount, in major units of `currency`. */
          amount: number;
          /** @description ISO 4217. */
          currency: string;
          /** @description A note of your own, up to 500 characters; null without one. */
          note: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["BalanceTransaction"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listSubscriptions: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "expiresAt" | "-expiresAt" | "startedAt" | "-startedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Only those with these values in their metadata: `metadata[crm]=1042`. */
        metadata?: {
          [key: string]: string;
        };
        /** @description Only those of this subscriber. */
        subscriberId?: string;
        /** @description Only those on this plan. */
        planId?: string;
        /** @description Only those at this demarcation point. */
        demarcationPointId?: string;
        /** @description Only those in this state. */
        status?: "PENDING" | "ACTIVE" | "AWAITING_PAYMENT_FOR_UPGRADE" | "INACTIVE" | "CANCELLED" | "MIGRATED_OUT";
        /** @description Only those that an external system created, or only the others. */
        isExternal?: boolean;
        /** @description Only the one with this reference of yours. */
        externalReference?: string;
        /** @description Part of a name, email, phone number or external id; case does not matter. A phone number may have the local form of the organisation's country. */
        q?: string;
        /** @description ISO 4217. */
        currency?: string;
        /** @description Only those whose paid period ends before this instant. */
        expiresBefore?: string;
        /** @description First paid from this instant on. */
        startedAfter?: string;
        /** @description First paid before this instant. */
        startedBefore?: string;
        /** @description Whether it is in service now. */
        inService?: boolean;
        /** @description In service at this instant. A change at exactly this instant is not included. */
        inServiceAt?: string;
        /** @description Not in service at this instant. A change at exactly this instant is not included. */
        outOfServiceAt?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscription"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description The id of the subscriber. */
          subscriberId: string;
          /** @description The id of the plan in force. In a PATCH, the id of the plan to change to. */
          planId: string;
          /** @description The id of the demarcation point; null where an external system has not named one. */
          demarcationPointId: string;
          /** @description A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price. */
          priceOverride?: number | null;
          /** @description Speeds of its own; null for those of the plan. */
          speedOverride?: {
            /** @description Download speed in Mbps. */
            downloadSpeedMbps: number;
            /** @description Upload speed in Mbps. */
            uploadSpeedMbps: number;
          } | null;
          /** @description Days of a cycle. */
          durationOverride?: number | null;
          /** @description A reference of your own. */
          externalReference?: string;
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
          metadata?: {
            [key: string]: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscription"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscription"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  cancelSubscription: {
    parameters: {
      query?: {
        /** @description Why the customer leaves. */
        reason?: "TOO_EXPENSIVE" | "QUALITY" | "OTHER_PROVIDER" | "MOVED" | "NOT_NEEDED" | "NOT_PAID" | "OTHER";
        /** @description More about the reason. */
        note?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscription"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  updateSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /** @description The id of the demarcation point; null where an external system has not named one. */
          demarcationPointId?: string;
          /** @description A reference of your own, up to 128 characters; null without one. */
          externalReference?: string | null;
          /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. They are merged; null removes a key. */
          metadata?: {
            [key: string]: string | null;
          };
          /** @description The id of the plan in force. In a PATCH, the id of the plan to change to. */
          planId?: string;
          /**
           * @description When the plan of `planId` applies: `cycle_end` (default), or `now`, which holds a more expensive plan until its payment.
           * @enum {string}
           */
          when?: "cycle_end" | "now";
          /** @description A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price. */
          priceOverride?: number | null;
          /** @description Speeds of its own; null for those of the plan. */
          speedOverride?: {
            /** @description Download speed in Mbps. */
            downloadSpeedMbps: number;
            /** @description Upload speed in Mbps. */
            uploadSpeedMbps: number;
          } | null;
          /** @description Days of a cycle. */
          durationOverride?: number | null;
          /** @description Null withdraws a cancellation. */
          cancelAt?: null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscription"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getSubscriptionUsageByDay: {
    parameters: {
      query?: {
        /** @description The first day, in the time zone of your account; by default 29 days before `to`. */
        from?: string;
        /** @description The last day; by default today. */
        to?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["UsageDay"][];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  extendSubscriptionGrace: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: date-time
           * @description The new end of grace.
           */
          until: string;
          /** @description A note of your own, up to 500 characters; null without one. */
          note?: string;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscription"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  removeSubscriptionPlan: {
    parameters: {
      query: {
        /** @description At the end of the cycle, or at once. */
        when: "cycle_end" | "immediately";
        /** @description Why the customer leaves. */
        reason?: "TOO_EXPENSIVE" | "QUALITY" | "OTHER_PROVIDER" | "MOVED" | "NOT_NEEDED" | "NOT_PAID" | "OTHER";
        /** @description More about the reason. */
        note?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscription"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  activateSubscription: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscription"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  migrateSubscriptionOut: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Subscription"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  rotateSubscriptionCredentials: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["SubscriptionCredentials"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listSubscriptionCycles: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "startsAt" | "-startsAt" | "expiresAt" | "-expiresAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["BillingCycle"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getSubscriptionCredentials: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which subscription. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["SubscriptionCredentials"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getTestClock: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["TestClock"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  advanceTestClock: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: date-time
           * @description The target instant; a past one changes nothing.
           */
          to?: string;
          /** @description How far to move the clock. */
          by?: {
            /** @description Days of 24 hours, added to `hours`. */
            days?: number;
            /** @description Hours, added to `days`. */
            hours?: number;
          };
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["TestClock"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        /** @description The number of the page, from 1. */
        page?: number;
        /** @description The maximum number of items of a page. */
        limit?: number;
        /** @description A field; - in front for descending. Ties follow the order of creation, in the same direction. */
        sort?: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt";
        /** @description From this instant on. */
        createdAfter?: string;
        /** @description Before this instant. */
        createdBefore?: string;
        /** @description Changed at this instant or later. */
        updatedAfter?: string;
        /** @description Last changed before this instant. */
        updatedBefore?: string;
        /** @description The rows behind this id, which is `meta.next` of an earlier answer. Only with `sort` by `createdAt`, and not with `page`. */
        after?: string;
        /** @description Only the rows with these ids: at most 100, separated by commas. */
        id?: string;
        /** @description Whether its deliveries have failed since the last success, or Demarc disabled it for that. */
        failing?: boolean;
      };
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One page of the list. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Webhook"][];
            /** @description The paging of the list. */
            meta: components["schemas"]["ListMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: uri
           * @description https; in the sandbox also http. It must not resolve to a private network.
           */
          url: string;
          /** @description Names of events, `<resource>.*` for all events of a resource, or `*`. `user.*` names become `subscriber.*`. */
          events: ("*" | "payment.*" | "refund.*" | "billing.*" | "subscriber.*" | "subscription.*" | "installation.*" | "network.*" | "plan.*" | "payment.received" | "payment.failed" | "payment.expired" | "refund.issued" | "billing.cycle_started" | "billing.cycle_ending" | "billing.overdue" | "billing.suspended" | "subscriber.created" | "subscriber.updated" | "subscriber.activated" | "subscriber.suspended" | "subscriber.terminated" | "subscriber.deleted" | "subscriber.charge.created" | "subscription.created" | "subscription.updated" | "subscription.plan_change_queued" | "subscription.plan_change_applied" | "subscription.plan_change_rejected" | "subscription.plan_removed_queued" | "subscription.plan_removed" | "subscription.deactivated" | "subscription.override_queued" | "subscription.override_applied" | "subscription.override_rejected" | "installation.created" | "installation.updated" | "network.session_started" | "network.session_ended" | "network.throttled" | "plan.created" | "plan.updated" | "plan.deleted" | "user.*" | "user.created" | "user.updated" | "user.suspended" | "user.activated")[];
          /**
           * @description Sent with each delivery. Headers that begin with X-Service- are dropped.
           * @default []
           */
          headers?: {
            /** @description The name of the header. */
            name: string;
            /** @description The value of the header. */
            value: string;
          }[];
          /**
           * @description The pinned version of the envelope.
           * @default 2026-01-15
           * @enum {string}
           */
          apiVersion?: "2025-06-01" | "2026-01-15";
          /** @description A note of your own, up to 255 characters; null without one. */
          description?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["WebhookWithSecret"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path: {
        /** @description Which webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Webhook"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: uri
           * @description https; in the sandbox also http. It must not resolve to a private network.
           */
          url: string;
          /** @description Names of events, `<resource>.*` for all events of a resource, or `*`. `user.*` names become `subscriber.*`. */
          events: ("*" | "payment.*" | "refund.*" | "billing.*" | "subscriber.*" | "subscription.*" | "installation.*" | "network.*" | "plan.*" | "payment.received" | "payment.failed" | "payment.expired" | "refund.issued" | "billing.cycle_started" | "billing.cycle_ending" | "billing.overdue" | "billing.suspended" | "subscriber.created" | "subscriber.updated" | "subscriber.activated" | "subscriber.suspended" | "subscriber.terminated" | "subscriber.deleted" | "subscriber.charge.created" | "subscription.created" | "subscription.updated" | "subscription.plan_change_queued" | "subscription.plan_change_applied" | "subscription.plan_change_rejected" | "subscription.plan_removed_queued" | "subscription.plan_removed" | "subscription.deactivated" | "subscription.override_queued" | "subscription.override_applied" | "subscription.override_rejected" | "installation.created" | "installation.updated" | "network.session_started" | "network.session_ended" | "network.throttled" | "plan.created" | "plan.updated" | "plan.deleted" | "user.*" | "user.created" | "user.updated" | "user.suspended" | "user.activated")[];
          /**
           * @description Sent with each delivery. Headers that begin with X-Service- are dropped.
           * @default []
           */
          headers?: {
            /** @description The name of the header. */
            name: string;
            /** @description The value of the header. */
            value: string;
          }[];
          /**
           * @description Changes the version of the envelope; when absent, it stays.
           * @enum {string}
           */
          apiVersion?: "2025-06-01" | "2026-01-15";
          /** @description A note of your own, up to 255 characters; null without one. */
          description?: string;
          /**
           * @description ACTIVE also clears the failure count; when absent, it stays.
           * @enum {string}
           */
          status?: "ACTIVE" | "DISABLED";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Webhook"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id: string;
              /**
               * @description Always true.
               * @constant
               */
              deleted: true;
            };
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  patchWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /**
           * Format: uri
           * @description https; in the sandbox also http. It must not resolve to a private network.
           */
          url?: string;
          /** @description Names of events, `<resource>.*` for all events of a resource, or `*`. `user.*` names become `subscriber.*`. */
          events?: ("*" | "payment.*" | "refund.*" | "billing.*" | "subscriber.*" | "subscription.*" | "installation.*" | "network.*" | "plan.*" | "payment.received" | "payment.failed" | "payment.expired" | "refund.issued" | "billing.cycle_started" | "billing.cycle_ending" | "billing.overdue" | "billing.suspended" | "subscriber.created" | "subscriber.updated" | "subscriber.activated" | "subscriber.suspended" | "subscriber.terminated" | "subscriber.deleted" | "subscriber.charge.created" | "subscription.created" | "subscription.updated" | "subscription.plan_change_queued" | "subscription.plan_change_applied" | "subscription.plan_change_rejected" | "subscription.plan_removed_queued" | "subscription.plan_removed" | "subscription.deactivated" | "subscription.override_queued" | "subscription.override_applied" | "subscription.override_rejected" | "installation.created" | "installation.updated" | "network.session_started" | "network.session_ended" | "network.throttled" | "plan.created" | "plan.updated" | "plan.deleted" | "user.*" | "user.created" | "user.updated" | "user.suspended" | "user.activated")[];
          /** @description Sent with each delivery. Headers that begin with X-Service- are dropped. */
          headers?: {
            /** @description The name of the header. */
            name: string;
            /** @description The value of the header. */
            value: string;
          }[] | null;
          /** @description Changes the version of the envelope; when absent, it stays. */
          apiVersion?: ("2025-06-01" | "2026-01-15") | null;
          /** @description A note of your own, up to 255 characters; null without one. */
          description?: string | null;
          /** @description ACTIVE also clears the failure count; when absent, it stays. */
          status?: ("ACTIVE" | "DISABLED") | null;
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Webhook"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
        /** @description With true the request runs in full and is rolled back. The answer has the status and data of the real request, with provisional ids, and meta.dryRun lists the events that it would emit. Nothing is stored and no external system is contacted. The answer repeats the header. */
        "Dry-Run"?: components["parameters"]["DryRun"];
      };
      path: {
        /** @description Which webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          "Dry-Run": components["headers"]["DryRun"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["WebhookWithSecret"];
            /** @description The paging of the list. */
            meta?: components["schemas"]["DryRunMeta"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Which webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        "application/json": {
          /**
           * @description The event to send; when absent, the first event of its list.
           * @enum {string}
           */
          type?: "*" | "payment.*" | "refund.*" | "billing.*" | "subscriber.*" | "subscription.*" | "installation.*" | "network.*" | "plan.*" | "payment.received" | "payment.failed" | "payment.expired" | "refund.issued" | "billing.cycle_started" | "billing.cycle_ending" | "billing.overdue" | "billing.suspended" | "subscriber.created" | "subscriber.updated" | "subscriber.activated" | "subscriber.suspended" | "subscriber.terminated" | "subscriber.deleted" | "subscriber.charge.created" | "subscription.created" | "subscription.updated" | "subscription.plan_change_queued" | "subscription.plan_change_applied" | "subscription.plan_change_rejected" | "subscription.plan_removed_queued" | "subscription.plan_removed" | "subscription.deactivated" | "subscription.override_queued" | "subscription.override_applied" | "subscription.override_rejected" | "installation.created" | "installation.updated" | "network.session_started" | "network.session_ended" | "network.throttled" | "plan.created" | "plan.updated" | "plan.deleted" | "user.*" | "user.created" | "user.updated" | "user.suspended" | "user.activated";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["Webhook"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  replayWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
        /** @description The ETag of the version that you have read: the request is 409 CONFLICT if the resource has changed since. `*` always fits. */
        "If-Match"?: components["parameters"]["IfMatch"];
      };
      path: {
        /** @description Which webhook. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: date-time
           * @description Events that occurred at this instant or later are sent, delivered ones included.
           */
          since: string;
          /**
           * Format: date-time
           * @description Only events that occurred before this instant.
           */
          until?: string;
          /** @description Only events with these names or patterns, such as `payment.*`. */
          types?: ("*" | "payment.*" | "refund.*" | "billing.*" | "subscriber.*" | "subscription.*" | "installation.*" | "network.*" | "plan.*" | "payment.received" | "payment.failed" | "payment.expired" | "refund.issued" | "billing.cycle_started" | "billing.cycle_ending" | "billing.overdue" | "billing.suspended" | "subscriber.created" | "subscriber.updated" | "subscriber.activated" | "subscriber.suspended" | "subscriber.terminated" | "subscriber.deleted" | "subscriber.charge.created" | "subscription.created" | "subscription.updated" | "subscription.plan_change_queued" | "subscription.plan_change_applied" | "subscription.plan_change_rejected" | "subscription.plan_removed_queued" | "subscription.plan_removed" | "subscription.deactivated" | "subscription.override_queued" | "subscription.override_applied" | "subscription.override_rejected" | "installation.created" | "installation.updated" | "network.session_started" | "network.session_ended" | "network.throttled" | "plan.created" | "plan.updated" | "plan.deleted" | "user.*" | "user.created" | "user.updated" | "user.suspended" | "user.activated")[];
          /**
           * @description With FAILED, only events whose delivery to this webhook has failed.
           * @constant
           */
          status?: "FAILED";
        };
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          ETag: components["headers"]["ETag"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: components["schemas"]["WebhookReplay"];
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  receiveInboundEvent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Hex HMAC-SHA256 of the raw body, keyed by the integration's secret. */
        "X-Webhook-Signature"?: string;
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
        /** @description Makes the request safe to repeat; use a UUID. The same key with the same request returns the first answer again; with another request it is 409. */
        "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
      };
      path: {
        /** @description Which integration. */
        integrationId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": {
          /** @description What happened. */
          event: string;
          /** @description The payload of the external system. */
          data: Record<string, unknown>;
          /** @description The account of the event; required without credentials. It may be in data instead. */
          partner_id?: string | number;
        } & {
          [key: string]: unknown;
        };
      };
    };
    responses: {
      /** @description Kept. */
      201: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          "RateLimit-Limit": components["headers"]["RateLimitLimit"];
          "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
          "RateLimit-Reset": components["headers"]["RateLimitReset"];
          "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            /**
             * @description Whether the request succeeded. Branch on it, not on the status.
             * @constant
             */
            success: true;
            /** @description The result. */
            data: {
              /** @description The id of the stored event. */
              inboundEventId: string;
              /**
               * @description `QUEUED`, `PROCESSING`, then `PROCESSED`, `IGNORED` without effect, or `FAILED`.
               * @constant
               */
              status: "QUEUED";
            };
            /** @description The id of the request or the work that caused it. */
            correlationId: components["schemas"]["CorrelationId"];
          };
        };
      };
    };
  };
  getOpenApiDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description A UUID of yours that identifies this request. Any other value is ignored and replaced. */
        "x-correlation-id"?: components["parameters"]["CorrelationId"];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description An OpenAPI 3.1 document, outside the envelope. */
      200: {
        headers: {
          "x-correlation-id": components["headers"]["CorrelationId"];
          [name: string]: unknown;
        };
        content: {
          "application/json": {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  onPaymentReceived: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "payment.received";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "payment";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Payment"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `PENDING`, then `PROCESSING`, then `COMPLETED` or `FAILED`; `EXPIRED` if it is not paid in time.
               * @enum {string}
               */
              status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPaymentFailed: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "payment.failed";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "payment";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Payment"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `PENDING`, then `PROCESSING`, then `COMPLETED` or `FAILED`; `EXPIRED` if it is not paid in time.
               * @enum {string}
               */
              status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPaymentExpired: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "payment.expired";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "payment";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Payment"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `PENDING`, then `PROCESSING`, then `COMPLETED` or `FAILED`; `EXPIRED` if it is not paid in time.
               * @enum {string}
               */
              status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onRefundIssued: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "refund.issued";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "refund";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Refund"];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onBillingCycleStarted: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "billing.cycle_started";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "billing_cycle";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["BillingCycle"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `SCHEDULED` before it starts, `ACTIVE`, `OVERDUE` in its grace days, `SUSPENDED` after them, `CLOSED` when done.
               * @enum {string}
               */
              status: "SCHEDULED" | "ACTIVE" | "OVERDUE" | "SUSPENDED" | "CLOSED";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onBillingCycleEnding: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "billing.cycle_ending";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "billing_cycle";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["BillingCycle"];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onBillingOverdue: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "billing.overdue";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "billing_cycle";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["BillingCycle"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `SCHEDULED` before it starts, `ACTIVE`, `OVERDUE` in its grace days, `SUSPENDED` after them, `CLOSED` when done.
               * @enum {string}
               */
              status: "SCHEDULED" | "ACTIVE" | "OVERDUE" | "SUSPENDED" | "CLOSED";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onBillingSuspended: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "billing.suspended";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "billing_cycle";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["BillingCycle"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `SCHEDULED` before it starts, `ACTIVE`, `OVERDUE` in its grace days, `SUSPENDED` after them, `CLOSED` when done.
               * @enum {string}
               */
              status: "SCHEDULED" | "ACTIVE" | "OVERDUE" | "SUSPENDED" | "CLOSED";
              /**
               * @description Whether what is due for the cycle is paid; of an `OVERDUE` cycle, whether its renewal is.
               * @enum {string}
               */
              paymentStatus: "PENDING" | "COMPLETED";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriberCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscriber.created";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscriber";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscriber"];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriberUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscriber.updated";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscriber";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscriber"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id?: string;
              /** @description What the subscriber types to pay from a phone: eight digits, the last a Luhn check digit. Unique in your account, made at creation. */
              accountNumber?: string;
              /** @description Your own id of the subscriber, unique in your account; null without one. */
              externalUserId?: string | null;
              /** @description First name, 1 to 100 characters. */
              firstName?: string;
              /** @description Last name, 1 to 100 characters. */
              lastName?: string;
              /** @description The company that invoices are made out to; null for a person. */
              companyName?: string | null;
              /** @description The tax number of the company; null without one. */
              taxId?: string | null;
              /**
               * Format: email
               * @description Email address, unique in your account. It is stored in lower case.
               */
              email?: string;
              /** @description Phone number as E.164, unique in your account. */
              phone?: string;
              /** @description Street and number. */
              street?: string | null;
              /** @description City or town. */
              city?: string | null;
              /** @description Region, county or state. */
              region?: string | null;
              /** @description Postal code. */
              postalCode?: string | null;
              /** @description Country: ISO 3166-1 alpha-2. */
              country?: string | null;
              /** @description The language of messages; null for the provider's. */
              language?: ("en" | "sw" | "fr") | null;
              /** @description The channels on which the subscriber wants messages. Invoices and suspensions are emailed in any case. */
              contactPreferences?: {
                /** @description Whether emails may be sent. */
                email: boolean;
                /** @description Whether SMS may be sent. */
                sms: boolean;
              };
              /**
               * @description `active` in service; `suspended` with a manual hold or with nothing in service; `terminated` for good.
               * @enum {string}
               */
              status?: "active" | "suspended" | "terminated";
              /** @description The manual hold; null without one. `status` is `suspended` with a hold, and when nothing is in service. */
              hold?: {
                /** @description Why the hold was set; null without a reason. */
                reason: string | null;
                /**
                 * Format: date-time
                 * @description When the hold was set.
                 */
                since: string;
              } | null;
              /** @description Number of its subscriptions, those that have ended included. */
              subscriptionCount?: number;
              /** @description The amount due, one entry for each currency. */
              balanceDue?: components["schemas"]["Money"][];
              /** @description The account credit above 0, one entry for each currency. */
              creditBalance?: components["schemas"]["Money"][];
              /** @description When its subscriptions were last deactivated by a request; null if never. */
              deactivatedAt?: string | null;
              /** @description When the personal data was erased; its fields have had placeholders since. Otherwise null. */
              erasedAt?: string | null;
              /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
              metadata?: {
                [key: string]: string;
              };
              /**
               * Format: date-time
               * @description When it was created, by the clock of the account.
               */
              createdAt?: string;
              /**
               * Format: date-time
               * @description When it was last changed, by the clock of the account.
               */
              updatedAt?: string;
            };
            /** @description The names of the changed fields. Absent in the version 2025-06-01. */
            changedFields?: ("id" | "accountNumber" | "externalUserId" | "firstName" | "lastName" | "companyName" | "taxId" | "email" | "phone" | "street" | "city" | "region" | "postalCode" | "country" | "language" | "contactPreferences" | "status" | "hold" | "subscriptionCount" | "balanceDue" | "creditBalance" | "deactivatedAt" | "erasedAt" | "metadata" | "createdAt" | "updatedAt")[];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriberActivated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscriber.activated";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscriber";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscriber"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `active` in service; `suspended` with a manual hold or with nothing in service; `terminated` for good.
               * @enum {string}
               */
              status: "active" | "suspended" | "terminated";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriberSuspended: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscriber.suspended";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscriber";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscriber"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `active` in service; `suspended` with a manual hold or with nothing in service; `terminated` for good.
               * @enum {string}
               */
              status: "active" | "suspended" | "terminated";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriberTerminated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscriber.terminated";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscriber";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscriber"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `active` in service; `suspended` with a manual hold or with nothing in service; `terminated` for good.
               * @enum {string}
               */
              status: "active" | "suspended" | "terminated";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriberDeleted: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscriber.deleted";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscriber";
            /** @description The whole resource as it was at `occurredAt`. */
            current: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id: string;
              /** @description When its subscriptions were last deactivated by a request; null if never. */
              deactivatedAt: string | null;
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriberChargeCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscriber.charge.created";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "charge";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Charge"];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.created";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.updated";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id?: string;
              /** @description The id of the subscriber. */
              subscriberId?: string;
              /** @description The id of the plan in force. In a PATCH, the id of the plan to change to. */
              planId?: string;
              /** @description The pending plan, from the next cycle on. */
              nextPlanId?: string | null;
              /** @description The id of the demarcation point; null where an external system has not named one. */
              demarcationPointId?: string | null;
              /** @description A reference of your own, up to 128 characters; null without one. */
              externalReference?: string | null;
              /**
               * @description `PENDING` before the first payment, `ACTIVE`, `AWAITING_PAYMENT_FOR_UPGRADE` in service on the old plan, `INACTIVE`, `CANCELLED` or `MIGRATED_OUT`.
               * @enum {string}
               */
              status?: "PENDING" | "ACTIVE" | "AWAITING_PAYMENT_FOR_UPGRADE" | "INACTIVE" | "CANCELLED" | "MIGRATED_OUT";
              /** @description Why it is not in service; null while it is. */
              inactiveReason?: ("GRACE_EXPIRED" | "PLAN_REMOVED" | "CANCELLED" | "DEACTIVATED" | "SUBSCRIBER_TERMINATED" | "MIGRATED_OUT") | null;
              /** @description Whether an external system created it. */
              isExternal?: boolean;
              /** @description When the first payment was completed. */
              startedAt?: string | null;
              /** @description End of the paid period. */
              expiresAt?: string | null;
              /** @description When a cancellation takes effect. */
              cancelAt?: string | null;
              /** @description When its plan is removed. */
              planRemovalAt?: string | null;
              /** @description Set once it has ended and cannot be restored. */
              archivedAt?: string | null;
              /** @description A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price. */
              priceOverride?: number | null;
              /** @description Speeds of its own; null for those of the plan. */
              speedOverride?: {
                /** @description Download speed in Mbps. */
                downloadSpeedMbps: number;
                /** @description Upload speed in Mbps. */
                uploadSpeedMbps: number;
              } | null;
              /** @description Days of a cycle. */
              durationOverride?: number | null;
              /** @description Pending overrides, from the next cycle on. */
              pendingOverrides?: {
                /** @description A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price. */
                priceOverride?: number | null;
                /** @description Speeds of its own; null for those of the plan. */
                speedOverride?: {
                  /** @description Download speed in Mbps. */
                  downloadSpeedMbps: number;
                  /** @description Upload speed in Mbps. */
                  uploadSpeedMbps: number;
                } | null;
                /** @description Days of a cycle. */
                durationOverride?: number | null;
              } | null;
              /** @description The upgrade hold: an upgrade that awaits its payment. */
              pendingUpgrade?: {
                /** @description The id of the plan to which it changes once the upgrade is paid. */
                planId: string;
                /** @description The amount due for the days that are left, in major units of `currency`. */
                amount: number;
                /** @description The currency of the amounts: an ISO 4217 code. */
                currency: string;
                /**
                 * Format: date-time
                 * @description The upgrade is dropped at this instant if it is not paid.
                 */
                expiresAt: string;
              } | null;
              /** @description The price in force. */
              price?: components["schemas"]["Money"];
              /** @description The billing cycle in progress; null before the first payment and after the end of service. */
              currentCycle?: components["schemas"]["BillingCycle"] | null;
              /** @description Null before the first payment. */
              radiusUsername?: string | null;
              /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
              metadata?: {
                [key: string]: string;
              };
              /**
               * Format: date-time
               * @description When it was created, by the clock of the account.
               */
              createdAt?: string;
              /**
               * Format: date-time
               * @description When it was last changed, by the clock of the account.
               */
              updatedAt?: string;
            };
            /** @description The names of the changed fields. Absent in the version 2025-06-01. */
            changedFields?: ("id" | "subscriberId" | "planId" | "nextPlanId" | "demarcationPointId" | "externalReference" | "status" | "inactiveReason" | "isExternal" | "startedAt" | "expiresAt" | "cancelAt" | "planRemovalAt" | "archivedAt" | "priceOverride" | "speedOverride" | "durationOverride" | "pendingOverrides" | "pendingUpgrade" | "price" | "currentCycle" | "radiusUsername" | "metadata" | "createdAt" | "updatedAt")[];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionPlanChangeQueued: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.plan_change_queued";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /** @description The pending plan, from the next cycle on. */
              nextPlanId: string | null;
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionPlanChangeApplied: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.plan_change_applied";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /** @description The id of the plan in force. In a PATCH, the id of the plan to change to. */
              planId: string;
              /** @description The pending plan, from the next cycle on. */
              nextPlanId: string | null;
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionPlanChangeRejected: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.plan_change_rejected";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
            /** @description Why the change was rejected. */
            rejection: {
              /**
               * @description Why the change was rejected.
               * @enum {string}
               */
              reason: "INVALID_PLAN" | "PLAN_DISABLED" | "CONTACT_SHARE" | "SCHEDULE_D_FLOOR" | "TARIFF_NOT_MAPPED" | "UPGRADE_PAYMENT_EXPIRED" | "UPGRADE_SUPERSEDED";
              /** @description The reason, for people. */
              note?: string;
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionPlanRemovedQueued: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.plan_removed_queued";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id?: string;
              /** @description The id of the subscriber. */
              subscriberId?: string;
              /** @description The id of the plan in force. In a PATCH, the id of the plan to change to. */
              planId?: string;
              /** @description The pending plan, from the next cycle on. */
              nextPlanId?: string | null;
              /** @description The id of the demarcation point; null where an external system has not named one. */
              demarcationPointId?: string | null;
              /** @description A reference of your own, up to 128 characters; null without one. */
              externalReference?: string | null;
              /**
               * @description `PENDING` before the first payment, `ACTIVE`, `AWAITING_PAYMENT_FOR_UPGRADE` in service on the old plan, `INACTIVE`, `CANCELLED` or `MIGRATED_OUT`.
               * @enum {string}
               */
              status?: "PENDING" | "ACTIVE" | "AWAITING_PAYMENT_FOR_UPGRADE" | "INACTIVE" | "CANCELLED" | "MIGRATED_OUT";
              /** @description Why it is not in service; null while it is. */
              inactiveReason?: ("GRACE_EXPIRED" | "PLAN_REMOVED" | "CANCELLED" | "DEACTIVATED" | "SUBSCRIBER_TERMINATED" | "MIGRATED_OUT") | null;
              /** @description Whether an external system created it. */
              isExternal?: boolean;
              /** @description When the first payment was completed. */
              startedAt?: string | null;
              /** @description End of the paid period. */
              expiresAt?: string | null;
              /** @description When a cancellation takes effect. */
              cancelAt?: string | null;
              /** @description When its plan is removed. */
              planRemovalAt?: string | null;
              /** @description Set once it has ended and cannot be restored. */
              archivedAt?: string | null;
              /** @description A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price. */
              priceOverride?: number | null;
              /** @description Speeds of its own; null for those of the plan. */
              speedOverride?: {
                /** @description Download speed in Mbps. */
                downloadSpeedMbps: number;
                /** @description Upload speed in Mbps. */
                uploadSpeedMbps: number;
              } | null;
              /** @description Days of a cycle. */
              durationOverride?: number | null;
              /** @description Pending overrides, from the next cycle on. */
              pendingOverrides?: {
                /** @description A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price. */
                priceOverride?: number | null;
                /** @description Speeds of its own; null for those of the plan. */
                speedOverride?: {
                  /** @description Download speed in Mbps. */
                  downloadSpeedMbps: number;
                  /** @description Upload speed in Mbps. */
                  uploadSpeedMbps: number;
                } | null;
                /** @description Days of a cycle. */
                durationOverride?: number | null;
              } | null;
              /** @description The upgrade hold: an upgrade that awaits its payment. */
              pendingUpgrade?: {
                /** @description The id of the plan to which it changes once the upgrade is paid. */
                planId: string;
                /** @description The amount due for the days that are left, in major units of `currency`. */
                amount: number;
                /** @description The currency of the amounts: an ISO 4217 code. */
                currency: string;
                /**
                 * Format: date-time
                 * @description The upgrade is dropped at this instant if it is not paid.
                 */
                expiresAt: string;
              } | null;
              /** @description The price in force. */
              price?: components["schemas"]["Money"];
              /** @description The billing cycle in progress; null before the first payment and after the end of service. */
              currentCycle?: components["schemas"]["BillingCycle"] | null;
              /** @description Null before the first payment. */
              radiusUsername?: string | null;
              /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
              metadata?: {
                [key: string]: string;
              };
              /**
               * Format: date-time
               * @description When it was created, by the clock of the account.
               */
              createdAt?: string;
              /**
               * Format: date-time
               * @description When it was last changed, by the clock of the account.
               */
              updatedAt?: string;
            };
            /** @description The names of the changed fields. Absent in the version 2025-06-01. */
            changedFields?: ("id" | "subscriberId" | "planId" | "nextPlanId" | "demarcationPointId" | "externalReference" | "status" | "inactiveReason" | "isExternal" | "startedAt" | "expiresAt" | "cancelAt" | "planRemovalAt" | "archivedAt" | "priceOverride" | "speedOverride" | "durationOverride" | "pendingOverrides" | "pendingUpgrade" | "price" | "currentCycle" | "radiusUsername" | "metadata" | "createdAt" | "updatedAt")[];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionPlanRemoved: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.plan_removed";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `PENDING` before the first payment, `ACTIVE`, `AWAITING_PAYMENT_FOR_UPGRADE` in service on the old plan, `INACTIVE`, `CANCELLED` or `MIGRATED_OUT`.
               * @enum {string}
               */
              status: "PENDING" | "ACTIVE" | "AWAITING_PAYMENT_FOR_UPGRADE" | "INACTIVE" | "CANCELLED" | "MIGRATED_OUT";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionDeactivated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.deactivated";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /**
               * @description `PENDING` before the first payment, `ACTIVE`, `AWAITING_PAYMENT_FOR_UPGRADE` in service on the old plan, `INACTIVE`, `CANCELLED` or `MIGRATED_OUT`.
               * @enum {string}
               */
              status: "PENDING" | "ACTIVE" | "AWAITING_PAYMENT_FOR_UPGRADE" | "INACTIVE" | "CANCELLED" | "MIGRATED_OUT";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionOverrideQueued: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.override_queued";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
            /** @description The names of the changed fields. Absent in the version 2025-06-01. */
            changedFields?: ("id" | "subscriberId" | "planId" | "nextPlanId" | "demarcationPointId" | "externalReference" | "status" | "inactiveReason" | "isExternal" | "startedAt" | "expiresAt" | "cancelAt" | "planRemovalAt" | "archivedAt" | "priceOverride" | "speedOverride" | "durationOverride" | "pendingOverrides" | "pendingUpgrade" | "price" | "currentCycle" | "radiusUsername" | "metadata" | "createdAt" | "updatedAt")[];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionOverrideApplied: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.override_applied";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id?: string;
              /** @description The id of the subscriber. */
              subscriberId?: string;
              /** @description The id of the plan in force. In a PATCH, the id of the plan to change to. */
              planId?: string;
              /** @description The pending plan, from the next cycle on. */
              nextPlanId?: string | null;
              /** @description The id of the demarcation point; null where an external system has not named one. */
              demarcationPointId?: string | null;
              /** @description A reference of your own, up to 128 characters; null without one. */
              externalReference?: string | null;
              /**
               * @description `PENDING` before the first payment, `ACTIVE`, `AWAITING_PAYMENT_FOR_UPGRADE` in service on the old plan, `INACTIVE`, `CANCELLED` or `MIGRATED_OUT`.
               * @enum {string}
               */
              status?: "PENDING" | "ACTIVE" | "AWAITING_PAYMENT_FOR_UPGRADE" | "INACTIVE" | "CANCELLED" | "MIGRATED_OUT";
              /** @description Why it is not in service; null while it is. */
              inactiveReason?: ("GRACE_EXPIRED" | "PLAN_REMOVED" | "CANCELLED" | "DEACTIVATED" | "SUBSCRIBER_TERMINATED" | "MIGRATED_OUT") | null;
              /** @description Whether an external system created it. */
              isExternal?: boolean;
              /** @description When the first payment was completed. */
              startedAt?: string | null;
              /** @description End of the paid period. */
              expiresAt?: string | null;
              /** @description When a cancellation takes effect. */
              cancelAt?: string | null;
              /** @description When its plan is removed. */
              planRemovalAt?: string | null;
              /** @description Set once it has ended and cannot be restored. */
              archivedAt?: string | null;
              /** @description A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price. */
              priceOverride?: number | null;
              /** @description Speeds of its own; null for those of the plan. */
              speedOverride?: {
                /** @description Download speed in Mbps. */
                downloadSpeedMbps: number;
                /** @description Upload speed in Mbps. */
                uploadSpeedMbps: number;
              } | null;
              /** @description Days of a cycle. */
              durationOverride?: number | null;
              /** @description Pending overrides, from the next cycle on. */
              pendingOverrides?: {
                /** @description A price of its own for one cycle, in major units of the currency of the plan; null for the plan’s price. */
                priceOverride?: number | null;
                /** @description Speeds of its own; null for those of the plan. */
                speedOverride?: {
                  /** @description Download speed in Mbps. */
                  downloadSpeedMbps: number;
                  /** @description Upload speed in Mbps. */
                  uploadSpeedMbps: number;
                } | null;
                /** @description Days of a cycle. */
                durationOverride?: number | null;
              } | null;
              /** @description The upgrade hold: an upgrade that awaits its payment. */
              pendingUpgrade?: {
                /** @description The id of the plan to which it changes once the upgrade is paid. */
                planId: string;
                /** @description The amount due for the days that are left, in major units of `currency`. */
                amount: number;
                /** @description The currency of the amounts: an ISO 4217 code. */
                currency: string;
                /**
                 * Format: date-time
                 * @description The upgrade is dropped at this instant if it is not paid.
                 */
                expiresAt: string;
              } | null;
              /** @description The price in force. */
              price?: components["schemas"]["Money"];
              /** @description The billing cycle in progress; null before the first payment and after the end of service. */
              currentCycle?: components["schemas"]["BillingCycle"] | null;
              /** @description Null before the first payment. */
              radiusUsername?: string | null;
              /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
              metadata?: {
                [key: string]: string;
              };
              /**
               * Format: date-time
               * @description When it was created, by the clock of the account.
               */
              createdAt?: string;
              /**
               * Format: date-time
               * @description When it was last changed, by the clock of the account.
               */
              updatedAt?: string;
            };
            /** @description The names of the changed fields. Absent in the version 2025-06-01. */
            changedFields?: ("id" | "subscriberId" | "planId" | "nextPlanId" | "demarcationPointId" | "externalReference" | "status" | "inactiveReason" | "isExternal" | "startedAt" | "expiresAt" | "cancelAt" | "planRemovalAt" | "archivedAt" | "priceOverride" | "speedOverride" | "durationOverride" | "pendingOverrides" | "pendingUpgrade" | "price" | "currentCycle" | "radiusUsername" | "metadata" | "createdAt" | "updatedAt")[];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onSubscriptionOverrideRejected: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "subscription.override_rejected";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "subscription";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Subscription"];
            /** @description Why the change was rejected. */
            rejection: {
              /**
               * @description Why the change was rejected.
               * @enum {string}
               */
              reason: "INVALID_PLAN" | "PLAN_DISABLED" | "CONTACT_SHARE" | "SCHEDULE_D_FLOOR" | "TARIFF_NOT_MAPPED" | "UPGRADE_PAYMENT_EXPIRED" | "UPGRADE_SUPERSEDED";
              /** @description The reason, for people. */
              note?: string;
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInstallationCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "installation.created";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "installation";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Installation"];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onInstallationUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "installation.updated";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "installation";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Installation"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /** @description Always true. */
              required: boolean;
              /** @description Whether the fee is waived or zero. */
              free: boolean;
              /**
               * @description `PENDING_PAYMENT` until the fee is settled, `AWAITING_INSTALLATION`, then `ACTIVATED`, `COMPLETED`, `CANCELLED`, `ABANDONED` or `ARCHIVED`.
               * @enum {string}
               */
              status: "PENDING_PAYMENT" | "AWAITING_INSTALLATION" | "ACTIVATED" | "COMPLETED" | "CANCELLED" | "ABANDONED" | "ARCHIVED";
              /**
               * @description The first connection, a replacement of equipment, or a move to another place.
               * @enum {string}
               */
              kind: "INITIAL" | "REPLACEMENT" | "RELOCATION";
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onNetworkSessionStarted: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "network.session_started";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "network";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["NetworkSession"];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onNetworkSessionEnded: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "network.session_ended";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "network";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["NetworkSession"];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onNetworkThrottled: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "network.throttled";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "network";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["NetworkSession"];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPlanCreated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "plan.created";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "plan";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Plan"];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPlanUpdated: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "plan.updated";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "plan";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Plan"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /** @description The id, with the prefix of its resource. It never changes. */
              id?: string;
              /** @description The name, unique among plans that are not deleted; up to 120 characters. */
              planName?: string;
              /** @description The type of plan, which decides the price floor. */
              planType?: string;
              /** @description Download speed in Mbps. */
              downloadSpeedMbps?: number;
              /** @description Upload speed in Mbps. */
              uploadSpeedMbps?: number;
              /** @description Equal to priceAmount. */
              price?: number;
              /** @description The price of one billing cycle before tax, in major units of `priceCurrency`. */
              priceAmount?: number;
              /** @description The currency of the price: an ISO 4217 code. */
              priceCurrency?: string;
              /** @description Length of a billing cycle in days of 24 hours. */
              billingCycleDays?: number;
              /** @description Megabytes in a cycle; null for no cap. */
              dataCapMb?: number | null;
              /** @description Days of 24 hours in which service continues after an unpaid end of a cycle. */
              graceDays?: number;
              /** @description False once it is deleted. */
              isActive?: boolean;
              /** @description Set while it is disabled. */
              disabledAt?: string | null;
              /** @description Data of your own: up to 50 keys of 1 to 40 characters `A-Z a-z 0-9 _ . -`, with texts of up to 500 characters. */
              metadata?: {
                [key: string]: string;
              };
              /**
               * Format: date-time
               * @description When it was created, by the clock of the account.
               */
              createdAt?: string;
              /**
               * Format: date-time
               * @description When it was last changed, by the clock of the account.
               */
              updatedAt?: string;
            };
            /** @description The names of the changed fields. Absent in the version 2025-06-01. */
            changedFields?: ("id" | "planName" | "planType" | "downloadSpeedMbps" | "uploadSpeedMbps" | "price" | "priceAmount" | "priceCurrency" | "billingCycleDays" | "dataCapMb" | "graceDays" | "isActive" | "disabledAt" | "metadata" | "createdAt" | "updatedAt")[];
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onPlanDeleted: {
    parameters: {
      query?: never;
      header: {
        /** @description HMAC-SHA256, keyed by the secret of the webhook, over the timestamp, a dot and the raw body. */
        "X-Service-Signature": string;
        /** @description The signature by the previous secret, for 24 hours after a rotation. */
        "X-Service-Signature-Previous"?: string;
        /** @description Unix seconds at signing. Refuse a delivery older than 300 seconds. */
        "X-Service-Timestamp": string;
        /** @description Equal to type in the body. */
        "X-Service-Event-Type": string;
        /** @description Equal to id in the body, in every attempt. */
        "X-Service-Event-Id": string;
        /** @description The id of the attempt. */
        "X-Service-Delivery-Id": string;
        /** @description The number of the attempt, from 1. */
        "X-Service-Delivery-Attempt": string;
        /** @description Present on test events. */
        "X-Service-Test"?: "true";
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Event"] & {
          /**
           * @description The type of this event.
           * @constant
           */
          type?: "plan.deleted";
          /** @description What the event is about. */
          data?: {
            /**
             * @description The kind of the resource in `current`.
             * @constant
             */
            object: "plan";
            /** @description The whole resource as it was at `occurredAt`. */
            current: components["schemas"]["Plan"];
            /** @description The changed fields with their values before the change. */
            previous: {
              /** @description False once it is deleted. */
              isActive: boolean;
            };
          };
        };
      };
    };
    responses: {
      /** @description Received. Only the status of the answer matters. */
      "2XX": {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
