export { Call, type DryRun, Feed, type FeedPage, List, type Page } from './call.ts';
export { Demarc, type Resource } from './client.ts';
export {
  DemarcConnectionError,
  DemarcError,
  DemarcTimeoutError,
  type ErrorCode,
  type ReasonCode,
  type RejectionReason,
  type VerificationFault,
  WebhookVerificationError,
} from './errors.ts';
export type { EventOf, EventType, WebhookEvent } from './events.ts';
export type {
  BillingCycle,
  Charge,
  components,
  Deactivation,
  Delivery,
  DemarcationPoint,
  InboundEvent,
  Installation,
  Integration,
  IntegrationWithSecret,
  Invoice,
  Money,
  NetworkSession,
  operations,
  Payment,
  Plan,
  Provider,
  paths,
  Refund,
  ScheduleDRow,
  Subscriber,
  Subscription,
  SubscriptionCredentials,
  TestClock,
  Webhook,
  WebhookWithSecret,
  webhooks,
} from './generated/openapi.ts';
export type {
  DemarcOptions,
  DryRunOptions,
  ReadOptions,
  ResponseInfo,
  WriteOptions,
} from './transport.ts';
export type { SignedOptions } from './types.ts';
export { VERSION } from './version.ts';
export {
  type HeadersLike,
  type RawBody,
  type SignedHeaders,
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
} from './webhooks.ts';
