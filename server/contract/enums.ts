/** All enums of the contract. Imports no library, so that pages can import it at no cost. */

export const subscriberStatuses = ['active', 'suspended', 'terminated'] as const;

export const accessTypes = ['FIBER', 'WIRELESS', 'COPPER', 'OTHER'] as const;

export const demarcationPointStatuses = ['AVAILABLE', 'RETIRED'] as const;

export const subscriptionStatuses = [
  'PENDING',
  'ACTIVE',
  'AWAITING_PAYMENT_FOR_UPGRADE',
  'INACTIVE',
  'CANCELLED',
  'MIGRATED_OUT',
] as const;

export const inactiveReasons = [
  'GRACE_EXPIRED',
  'PLAN_REMOVED',
  'CANCELLED',
  'DEACTIVATED',
  'SUBSCRIBER_TERMINATED',
  'MIGRATED_OUT',
] as const;

export const billingCycleStatuses = ['SCHEDULED', 'ACTIVE', 'OVERDUE', 'SUSPENDED', 'CLOSED'] as const;

export const cyclePaymentStatuses = ['PENDING', 'COMPLETED'] as const;

export const invoiceStatuses = ['OPEN', 'PAID', 'VOID'] as const;

/** What an invoice is for. Unique for a subscription and period among invoices that are not void. */
export const invoiceKinds = ['FIRST', 'RENEWAL', 'REACTIVATION', 'UPGRADE'] as const;

export const paymentStatuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'] as const;

export const failureReasons = ['INSUFFICIENT_FUNDS', 'TIMEOUT', 'PARTNER_REJECTED'] as const;

/** Gateways at which a provider can have an account of its own. Each is a rail. */
export const gatewayNames = ['mpesa', 'paystack', 'stripe'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** All rails. The registry decides which of them a provider has. */
export const railNames = ['manual', 'simulated', ...gatewayNames] as const;
export type RailName = (typeof railNames)[number];

/** The name of each rail on pages and, of a gateway, as the caller of what it reports. */
export const railTitles: Record<RailName, string> = {
  manual: 'Cash or transfer',
  simulated: 'Simulated',
  mpesa: 'M-Pesa',
  paystack: 'Paystack',
  stripe: 'Stripe',
};

/** What the API documentation says about each rail. */
export const railDescriptions: Record<RailName, string> = {
  manual: 'money that you have already received',
  simulated: 'sandbox only',
  stripe: 'a checkout page of Stripe',
  mpesa: 'a prompt of M-Pesa on the phone of the payer',
  paystack: 'a checkout page of Paystack',
};

/** How a payment on a rail starts; see `Rail`. */
export const railBeginnings = ['received', 'simulated', 'hosted', 'prompt'] as const;

export const simulateOutcomes = ['succeed', 'insufficient_funds', 'timeout', 'reject'] as const;

/** Plan types of Schedule D. Only RESIDENTIAL can be created through the API. */
export const planTypes = ['RESIDENTIAL', 'BUSINESS', 'ENTERPRISE', 'WHOLESALE'] as const;

export const chargeStatuses = ['PENDING', 'PAID', 'WAIVED', 'REFUNDED', 'CANCELLED'] as const;

export const installationStatuses = [
  'PENDING_PAYMENT',
  'AWAITING_INSTALLATION',
  'ACTIVATED',
  'COMPLETED',
  'CANCELLED',
  'ABANDONED',
  'ARCHIVED',
] as const;

export const installationKinds = ['INITIAL', 'REPLACEMENT', 'RELOCATION'] as const;

export const balanceTransactionTypes = ['PAYMENT', 'SETTLEMENT', 'REFUND', 'ADJUSTMENT'] as const;

export const refundStatuses = ['SUCCEEDED'] as const;

export const requestedRefundReasons = [
  'REQUESTED',
  'DUPLICATE',
  'FRAUD',
  'SERVICE_FAULT',
  'CHANGE_REJECTED',
] as const;

/** What ends a subscription on request. */
export const departureKinds = ['CANCELLATION', 'PLAN_REMOVAL', 'TERMINATION'] as const;

/** Why a customer leaves, as staff or a partner gives it with the request. */
export const departureReasons = [
  'TOO_EXPENSIVE',
  'QUALITY',
  'OTHER_PROVIDER',
  'MOVED',
  'NOT_NEEDED',
  'NOT_PAID',
  'OTHER',
] as const;

/** A gateway alone decides a dispute. */
export const refundReasons = [...requestedRefundReasons, 'DISPUTE_LOST'] as const;

/** Whether the subscriber of money without a request is known. */
export const receiptStatuses = ['UNMATCHED', 'MATCHED'] as const;

/** The state of a payment that its payer disputes at the gateway. */
export const disputeStatuses = ['OPEN', 'WON', 'LOST'] as const;

export const webhookStatuses = ['ACTIVE', 'DISABLED'] as const;

/** Why a webhook is disabled: by a person, after 410, or after five days of failures. */
export const disabledReasons = ['REQUESTED', 'GONE', 'FAILING'] as const;

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;

/** Why an attempt has no valid answer. A redirect or an error status is shown as such. */
export const attemptErrors = {
  TIMEOUT: 'No complete answer came within ten seconds.',
  DNS_FAILURE: 'The name of the host could not be resolved.',
  ADDRESS_NOT_ALLOWED: 'The host resolves to an address that deliveries must not use.',
  CONNECTION_REFUSED: 'The host refused the connection.',
  CONNECTION_RESET: 'The connection broke before the answer was complete.',
  TLS_FAILURE: 'The certificate or the TLS handshake failed.',
  CONNECTION_FAILED: 'The connection could not be used.',
  INTERRUPTED: 'Demarc stopped during the attempt; it may have arrived.',
} as const;
export type AttemptError = keyof typeof attemptErrors;

/** Emails about the access of a person to the portal. */
export const accessEmailKinds = [
  'INVITATION',
  'PASSWORD_RESET',
  'EMAIL_CONFIRMATION',
  'EMAIL_CHANGE_REQUESTED',
  'EMAIL_CHANGED',
] as const;
export type AccessEmailKind = (typeof accessEmailKinds)[number];

export const messageChannels = ['EMAIL', 'SMS'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** The languages of messages to subscribers. */
export const languages = ['en', 'sw', 'fr'] as const;
export type Language = (typeof languages)[number];

/** A text as one of the languages; undefined for any other. */
export function languageOf(text: string | null | undefined): Language | undefined {
  return languages.find((each) => each === text);
}

/** Gateways for messages at which a provider can have an account of its own. */
export const messageGateways = ['smtp', 'africastalking', 'twilio'] as const;
export type MessageGatewayName = (typeof messageGateways)[number];

/** Messages to a subscriber that Demarc sends by itself when something happens to its account. */
export const automaticKinds = [
  'INVOICE',
  'REMINDER',
  'OVERDUE',
  'LAST_WARNING',
  'SUSPENSION',
  'RESTORED',
  'RECEIPT',
  'REFUND',
  'PROMPT',
] as const;
export type AutomaticKind = (typeof automaticKinds)[number];

/** Messages to a subscriber whose text is that of their kind. Credit notes and links are sent by hand alone. */
export const factKinds = [...automaticKinds, 'CREDIT_NOTE', 'PAGE_LINK'] as const;
export type FactKind = (typeof factKinds)[number];

/** What a message to a subscriber is about. A notice has a text of its own. */
export const messageKinds = [...factKinds, 'NOTICE'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** What a message to a subscriber or to staff is about. */
export const emailKinds = [
  ...messageKinds,
  'WEBHOOK_FAILING',
  'WEBHOOK_DISABLED',
  'NOTIFICATIONS',
  ...accessEmailKinds,
] as const;

export const emailStatuses = ['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'HELD', 'DROPPED'] as const;

/** External systems that have an adapter. */
export const adapters = ['splynx', 'native'] as const;

/** How an external system authenticates its events. */
export const signings = ['hmac', 'none'] as const;

export const integrationStatuses = ['ACTIVE', 'DISABLED'] as const;

/** How the sender of an inbound event was verified. */
export const inboundTrusts = ['SIGNED', 'CREDENTIALS', 'UNSIGNED'] as const;

/** Why the receiver of an integration refused a request. */
export const inboundRefusals = [
  'SIGNATURE_MISSING',
  'SIGNATURE_WRONG',
  'SIGNATURE_REPEATED',
  'SECRET_MISSING',
  'CREDENTIALS_WRONG',
  'BODY_INVALID',
] as const;

export const inboundStatuses = ['QUEUED', 'PROCESSING', 'PROCESSED', 'IGNORED', 'FAILED'] as const;
