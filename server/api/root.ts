import { announcementRouter } from './routers/announcement.ts';
import { chargeRouter } from './routers/charge.ts';
import { demarcationPointRouter } from './routers/demarcation-point.ts';
import { departureRouter } from './routers/departure.ts';
import { accessCredentialRouter, apiRequestRouter, correlationRouter } from './routers/developer.ts';
import { dryRunRouterOf } from './routers/dry-run.ts';
import { emailRouter } from './routers/email.ts';
import { eventRouter } from './routers/event.ts';
import { gatewayAccountRouter } from './routers/gateway-account.ts';
import { homeRouter } from './routers/home.ts';
import { installationRouter } from './routers/installation.ts';
import { inboundEventRouter, integrationRouter, outboundSyncRouter } from './routers/integration.ts';
import { invoiceRouter } from './routers/invoice.ts';
import { jobRouterOf } from './routers/job.ts';
import { messageAccountRouter, messageRouter, messageSettingsRouter } from './routers/message.ts';
import { networkServerRouter } from './routers/network-server.ts';
import { networkSessionRouter } from './routers/network-session.ts';
import { noteRouter, tagRouter } from './routers/note.ts';
import { notificationRouter } from './routers/notification.ts';
import { organisationRouter } from './routers/organisation.ts';
import { paymentRouter } from './routers/payment.ts';
import { planRouter } from './routers/plan.ts';
import { auditRouter, labelsRouter, searchRouter, sessionRouter } from './routers/portal.ts';
import { profileRouter } from './routers/profile.ts';
import { providerRouter, testClockRouter } from './routers/provider.ts';
import { receiptRouter } from './routers/receipt.ts';
import { refundRouter } from './routers/refund.ts';
import { savedViewRouter } from './routers/saved-view.ts';
import { subscriberRouter } from './routers/subscriber.ts';
import { subscriptionRouter } from './routers/subscription.ts';
import { teamRouter } from './routers/team.ts';
import { throttleRateRouter } from './routers/throttle-rate.ts';
import { visitRouter } from './routers/visit.ts';
import { deliveryRouter, webhookRouter } from './routers/webhook.ts';
import { router } from './trpc.ts';

const resources = {
  accessCredential: accessCredentialRouter,
  apiRequest: apiRequestRouter,
  announcement: announcementRouter,
  audit: auditRouter,
  charge: chargeRouter,
  correlation: correlationRouter,
  delivery: deliveryRouter,
  demarcationPoint: demarcationPointRouter,
  departure: departureRouter,
  event: eventRouter,
  inboundEvent: inboundEventRouter,
  outboundSync: outboundSyncRouter,
  gatewayAccount: gatewayAccountRouter,
  home: homeRouter,
  installation: installationRouter,
  integration: integrationRouter,
  invoice: invoiceRouter,
  labels: labelsRouter,
  email: emailRouter,
  message: messageRouter,
  messageAccount: messageAccountRouter,
  messageSettings: messageSettingsRouter,
  networkServer: networkServerRouter,
  networkSession: networkSessionRouter,
  note: noteRouter,
  notification: notificationRouter,
  organisation: organisationRouter,
  payment: paymentRouter,
  plan: planRouter,
  profile: profileRouter,
  provider: providerRouter,
  receipt: receiptRouter,
  refund: refundRouter,
  savedView: savedViewRouter,
  search: searchRouter,
  session: sessionRouter,
  subscriber: subscriberRouter,
  subscription: subscriptionRouter,
  tag: tagRouter,
  team: teamRouter,
  testClock: testClockRouter,
  throttleRate: throttleRateRouter,
  visit: visitRouter,
  webhook: webhookRouter,
};

const resourceRouter = router(resources);

/** All procedures. The portal calls them by name, partners through the paths in their meta. */
export const appRouter = router({
  ...resources,
  dryRun: dryRunRouterOf(resourceRouter),
  job: jobRouterOf(resourceRouter),
});

export type AppRouter = typeof appRouter;
