'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

/** The forms of the portal. Each loads with the page that shows it. */

export const NewCharge = lazyPart(() => import('./charges/create-charge-form.tsx'), 'CreateChargeForm');
export const EditDemarcationPoint = lazyPart(
  () => import('./demarcation-points/edit-demarcation-point-form.tsx'),
  'EditDemarcationPointForm',
);
export const NewDemarcationPoint = lazyPart(
  () => import('./demarcation-points/create-demarcation-point-form.tsx'),
  'CreateDemarcationPointForm',
);
export const EditWebhook = lazyPart(
  () => import('./developers/webhooks/edit-webhook-form.tsx'),
  'EditWebhookForm',
);
export const NewWebhook = lazyPart(
  () => import('./developers/webhooks/create-webhook-form.tsx'),
  'CreateWebhookForm',
);
export const NewInstallation = lazyPart(
  () => import('./installations/create-installation-form.tsx'),
  'CreateInstallationForm',
);
export const EditIntegration = lazyPart(
  () => import('./integrations/edit-integration-form.tsx'),
  'EditIntegrationForm',
);
export const NewIntegration = lazyPart(
  () => import('./integrations/create-integration-form.tsx'),
  'CreateIntegrationForm',
);
export const EditPlan = lazyPart(() => import('./plans/edit-plan-form.tsx'), 'EditPlanForm');
export const NewPlan = lazyPart(() => import('./plans/create-plan-form.tsx'), 'CreatePlanForm');
export const EditThrottle = lazyPart(() => import('./settings/network/throttle-form.tsx'), 'ThrottleForm');
export const EditOrganisation = lazyPart(
  () => import('./settings/organisation/organisation-form.tsx'),
  'OrganisationForm',
);
export const EditSubscriber = lazyPart(
  () => import('./subscribers/edit-subscriber-form.tsx'),
  'EditSubscriberForm',
);
export const NewSubscriber = lazyPart(
  () => import('./subscribers/create-subscriber-form.tsx'),
  'CreateSubscriberForm',
);
export const NewSubscription = lazyPart(
  () => import('./subscriptions/create-subscription-form.tsx'),
  'CreateSubscriptionForm',
);
export const EditAccount = lazyPart(() => import('./settings/organisation/account-form.tsx'), 'AccountForm');
