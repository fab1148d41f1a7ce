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
export type * from './generated/names.ts';
export type { components, operations, paths, webhooks } from './generated/openapi.ts';
export type {
  Attempt,
  DemarcOptions,
  DryRunOptions,
  Hooks,
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
