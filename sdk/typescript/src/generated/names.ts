import type { ParamsOf } from '../types.ts';
import type * as openapi from './openapi.ts';
import type { Surface } from './surface.ts';

/** Generated from the operations by `npm run sdk:types`. */

/** What `requests.list` takes. */
export type RequestListParams = ParamsOf<Surface['requests']['list']>;

/** What `auditEntries.list` takes. */
export type AuditEntryListParams = ParamsOf<Surface['auditEntries']['list']>;

/** What `charges.list` takes. */
export type ChargeListParams = ParamsOf<Surface['charges']['list']>;

/** What `charges.listAll` takes. */
export type ChargeListAllParams = ParamsOf<Surface['charges']['listAll']>;

/** What `charges.create` takes. */
export type ChargeCreateParams = ParamsOf<Surface['charges']['create']>;

/** What `charges.cancel` takes. */
export type ChargeCancelParams = ParamsOf<Surface['charges']['cancel']>;

/** What `charges.waive` takes. */
export type ChargeWaiveParams = ParamsOf<Surface['charges']['waive']>;

/** What `deliveries.list` takes. */
export type DeliveryListParams = ParamsOf<Surface['deliveries']['list']>;

/** What `deliveries.listAll` takes. */
export type DeliveryListAllParams = ParamsOf<Surface['deliveries']['listAll']>;

/** What `demarcationPoints.list` takes. */
export type DemarcationPointListParams = ParamsOf<Surface['demarcationPoints']['list']>;

/** What `demarcationPoints.create` takes. */
export type DemarcationPointCreateParams = ParamsOf<Surface['demarcationPoints']['create']>;

/** What `demarcationPoints.update` takes. */
export type DemarcationPointUpdateParams = ParamsOf<Surface['demarcationPoints']['update']>;

/** What `events.list` takes. */
export type EventListParams = ParamsOf<Surface['events']['list']>;

/** What `events.feed` takes. */
export type EventFeedParams = ParamsOf<Surface['events']['feed']>;

/** What `inboundEvents.list` takes. */
export type InboundEventListParams = ParamsOf<Surface['inboundEvents']['list']>;

/** What `installations.list` takes. */
export type InstallationListParams = ParamsOf<Surface['installations']['list']>;

/** What `installations.create` takes. */
export type InstallationCreateParams = ParamsOf<Surface['installations']['create']>;

/** What `installations.update` takes. */
export type InstallationUpdateParams = ParamsOf<Surface['installations']['update']>;

/** What `integrations.list` takes. */
export type IntegrationListParams = ParamsOf<Surface['integrations']['list']>;

/** What `integrations.create` takes. */
export type IntegrationCreateParams = ParamsOf<Surface['integrations']['create']>;

/** What `integrations.update` takes. */
export type IntegrationUpdateParams = ParamsOf<Surface['integrations']['update']>;

/** What `integrations.patch` takes. */
export type IntegrationPatchParams = ParamsOf<Surface['integrations']['patch']>;

/** What `invoices.list` takes. */
export type InvoiceListParams = ParamsOf<Surface['invoices']['list']>;

/** What `messages.list` takes. */
export type MessageListParams = ParamsOf<Surface['messages']['list']>;

/** What `messages.send` takes. */
export type MessageSendParams = ParamsOf<Surface['messages']['send']>;

/** What `networkSessions.list` takes. */
export type NetworkSessionListParams = ParamsOf<Surface['networkSessions']['list']>;

/** What `payments.list` takes. */
export type PaymentListParams = ParamsOf<Surface['payments']['list']>;

/** What `payments.create` takes. */
export type PaymentCreateParams = ParamsOf<Surface['payments']['create']>;

/** What `payments.simulate` takes. */
export type PaymentSimulateParams = ParamsOf<Surface['payments']['simulate']>;

/** What `plans.list` takes. */
export type PlanListParams = ParamsOf<Surface['plans']['list']>;

/** What `plans.create` takes. */
export type PlanCreateParams = ParamsOf<Surface['plans']['create']>;

/** What `plans.update` takes. */
export type PlanUpdateParams = ParamsOf<Surface['plans']['update']>;

/** What `plans.patch` takes. */
export type PlanPatchParams = ParamsOf<Surface['plans']['patch']>;

/** What `plans.duplicate` takes. */
export type PlanDuplicateParams = ParamsOf<Surface['plans']['duplicate']>;

/** What `plans.disable` takes. */
export type PlanDisableParams = ParamsOf<Surface['plans']['disable']>;

/** What `plans.delete` takes. */
export type PlanDeleteParams = ParamsOf<Surface['plans']['delete']>;

/** What `scheduleD.list` takes. */
export type ScheduleDListParams = ParamsOf<Surface['scheduleD']['list']>;

/** What `receipts.list` takes. */
export type ReceiptListParams = ParamsOf<Surface['receipts']['list']>;

/** What `receipts.assign` takes. */
export type ReceiptAssignParams = ParamsOf<Surface['receipts']['assign']>;

/** What `refunds.list` takes. */
export type RefundListParams = ParamsOf<Surface['refunds']['list']>;

/** What `payments.refund` takes. */
export type PaymentRefundParams = ParamsOf<Surface['payments']['refund']>;

/** What `subscribers.list` takes. */
export type SubscriberListParams = ParamsOf<Surface['subscribers']['list']>;

/** What `subscribers.create` takes. */
export type SubscriberCreateParams = ParamsOf<Surface['subscribers']['create']>;

/** What `subscribers.update` takes. */
export type SubscriberUpdateParams = ParamsOf<Surface['subscribers']['update']>;

/** What `subscribers.patch` takes. */
export type SubscriberPatchParams = ParamsOf<Surface['subscribers']['patch']>;

/** What `subscribers.suspend` takes. */
export type SubscriberSuspendParams = ParamsOf<Surface['subscribers']['suspend']>;

/** What `subscribers.deactivate` takes. */
export type SubscriberDeactivateParams = ParamsOf<Surface['subscribers']['deactivate']>;

/** What `subscribers.terminate` takes. */
export type SubscriberTerminateParams = ParamsOf<Surface['subscribers']['terminate']>;

/** What `subscribers.listBalanceTransactions` takes. */
export type SubscriberListBalanceTransactionsParams = ParamsOf<Surface['subscribers']['listBalanceTransactions']>;

/** What `subscribers.adjustCredit` takes. */
export type SubscriberAdjustCreditParams = ParamsOf<Surface['subscribers']['adjustCredit']>;

/** What `subscriptions.list` takes. */
export type SubscriptionListParams = ParamsOf<Surface['subscriptions']['list']>;

/** What `subscriptions.usage` takes. */
export type SubscriptionUsageParams = ParamsOf<Surface['subscriptions']['usage']>;

/** What `subscriptions.create` takes. */
export type SubscriptionCreateParams = ParamsOf<Surface['subscriptions']['create']>;

/** What `subscriptions.update` takes. */
export type SubscriptionUpdateParams = ParamsOf<Surface['subscriptions']['update']>;

/** What `subscriptions.cancel` takes. */
export type SubscriptionCancelParams = ParamsOf<Surface['subscriptions']['cancel']>;

/** What `subscriptions.extendGrace` takes. */
export type SubscriptionExtendGraceParams = ParamsOf<Surface['subscriptions']['extendGrace']>;

/** What `subscriptions.removePlan` takes. */
export type SubscriptionRemovePlanParams = ParamsOf<Surface['subscriptions']['removePlan']>;

/** What `subscriptions.listCycles` takes. */
export type SubscriptionListCyclesParams = ParamsOf<Surface['subscriptions']['listCycles']>;

/** What `testClock.advance` takes. */
export type TestClockAdvanceParams = ParamsOf<Surface['testClock']['advance']>;

/** What `webhooks.list` takes. */
export type WebhookListParams = ParamsOf<Surface['webhooks']['list']>;

/** What `webhooks.create` takes. */
export type WebhookCreateParams = ParamsOf<Surface['webhooks']['create']>;

/** What `webhooks.update` takes. */
export type WebhookUpdateParams = ParamsOf<Surface['webhooks']['update']>;

/** What `webhooks.patch` takes. */
export type WebhookPatchParams = ParamsOf<Surface['webhooks']['patch']>;

/** What `webhooks.test` takes. */
export type WebhookTestParams = ParamsOf<Surface['webhooks']['test']>;

/** What `webhooks.replay` takes. */
export type WebhookReplayParams = ParamsOf<Surface['webhooks']['replay']>;

/** The values of `callerType`. */
export type ApiRequestCallerType = NonNullable<openapi.ApiRequest['callerType']>;

/** The values of `callerType`. */
export type ApiRequestWithBodiesCallerType = NonNullable<openapi.ApiRequestWithBodies['callerType']>;

/** The values of `status`. */
export type ChargeStatus = NonNullable<openapi.Charge['status']>;

/** The values of `eventType`. */
export type DeliveryEventType = NonNullable<openapi.Delivery['eventType']>;

/** The values of `status`. */
export type DeliveryStatus = NonNullable<openapi.Delivery['status']>;

/** The values of `accessType`. */
export type DemarcationPointAccessType = NonNullable<openapi.DemarcationPoint['accessType']>;

/** The values of `status`. */
export type DemarcationPointStatus = NonNullable<openapi.DemarcationPoint['status']>;

/** The values of `type`. */
export type EventType = NonNullable<openapi.Event['type']>;

/** The values of `status`. */
export type InboundEventStatus = NonNullable<openapi.InboundEvent['status']>;

/** The values of `kind`. */
export type InstallationKind = NonNullable<openapi.Installation['kind']>;

/** The values of `status`. */
export type InstallationStatus = NonNullable<openapi.Installation['status']>;

/** The values of `adapter`. */
export type IntegrationAdapter = NonNullable<openapi.Integration['adapter']>;

/** The values of `signing`. */
export type IntegrationSigning = NonNullable<openapi.Integration['signing']>;

/** The values of `status`. */
export type IntegrationStatus = NonNullable<openapi.Integration['status']>;

/** The values of `adapter`. */
export type IntegrationWithSecretAdapter = NonNullable<openapi.IntegrationWithSecret['adapter']>;

/** The values of `signing`. */
export type IntegrationWithSecretSigning = NonNullable<openapi.IntegrationWithSecret['signing']>;

/** The values of `status`. */
export type IntegrationWithSecretStatus = NonNullable<openapi.IntegrationWithSecret['status']>;

/** The values of `kind`. */
export type InvoiceKind = NonNullable<openapi.Invoice['kind']>;

/** The values of `status`. */
export type InvoiceStatus = NonNullable<openapi.Invoice['status']>;

/** The values of `channel`. */
export type MessageChannel = NonNullable<openapi.Message['channel']>;

/** The values of `kind`. */
export type MessageKind = NonNullable<openapi.Message['kind']>;

/** The values of `status`. */
export type MessageStatus = NonNullable<openapi.Message['status']>;

/** The values of `rail`. */
export type PaymentRail = NonNullable<openapi.Payment['rail']>;

/** The values of `status`. */
export type PaymentStatus = NonNullable<openapi.Payment['status']>;

/** The values of `failureReason`. */
export type PaymentFailureReason = NonNullable<openapi.Payment['failureReason']>;

/** The values of `status`. */
export type ReceiptStatus = NonNullable<openapi.Receipt['status']>;

/** The values of `rail`. */
export type ReceiptRail = NonNullable<openapi.Receipt['rail']>;

/** The values of `reason`. */
export type RefundReason = NonNullable<openapi.Refund['reason']>;

/** The values of `status`. */
export type RefundStatus = NonNullable<openapi.Refund['status']>;

/** The values of `language`. */
export type SubscriberLanguage = NonNullable<openapi.Subscriber['language']>;

/** The values of `status`. */
export type SubscriberStatus = NonNullable<openapi.Subscriber['status']>;

/** The values of `status`. */
export type DeactivationStatus = NonNullable<openapi.Deactivation['status']>;

/** The values of `type`. */
export type BalanceTransactionType = NonNullable<openapi.BalanceTransaction['type']>;

/** The values of `status`. */
export type SubscriptionStatus = NonNullable<openapi.Subscription['status']>;

/** The values of `inactiveReason`. */
export type SubscriptionInactiveReason = NonNullable<openapi.Subscription['inactiveReason']>;

/** The values of `status`. */
export type BillingCycleStatus = NonNullable<openapi.BillingCycle['status']>;

/** The values of `paymentStatus`. */
export type BillingCyclePaymentStatus = NonNullable<openapi.BillingCycle['paymentStatus']>;

/** The values of `apiVersion`. */
export type WebhookApiVersion = NonNullable<openapi.Webhook['apiVersion']>;

/** The values of `status`. */
export type WebhookStatus = NonNullable<openapi.Webhook['status']>;

/** The values of `apiVersion`. */
export type WebhookWithSecretApiVersion = NonNullable<openapi.WebhookWithSecret['apiVersion']>;

/** The values of `status`. */
export type WebhookWithSecretStatus = NonNullable<openapi.WebhookWithSecret['status']>;

/** The values of `errorCode`. */
export type FailureErrorCode = NonNullable<openapi.Failure['errorCode']>;

/** The values of `code`. */
export type RejectionReasonCode = NonNullable<openapi.RejectionReason['code']>;

export type { ApiRequest, ApiRequestWithBodies, AuditEntry, BalanceTransaction, BillingCycle, Charge, CorrelationId, Deactivation, Delivery, DemarcationPoint, DryRunMeta, Event, EventFeedMeta, Failure, InboundEvent, Installation, Integration, IntegrationWithSecret, Invoice, ListMeta, Message, Money, NetworkSession, PageLink, Payment, Plan, Provider, Receipt, Refund, RejectionReason, ScheduleDRow, Subscriber, Subscription, SubscriptionCredentials, TestClock, UsageDay, Webhook, WebhookReplay, WebhookWithSecret } from './openapi.ts';
