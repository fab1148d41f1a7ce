'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

/** The forms of the portal. Each loads with the page that shows it. */

export const NewCharge = lazyPart(() =>
  import('./charges/create-charge-form.tsx').then((module) => module.CreateChargeForm),
);
export const EditDemarcationPoint = lazyPart(() =>
  import('./demarcation-points/edit-demarcation-point-form.tsx').then(
    (module) => module.EditDemarcationPointForm,
  ),
);
export const NewDemarcationPoint = lazyPart(() =>
  import('./demarcation-points/create-demarcation-point-form.tsx').then(
    (module) => module.CreateDemarcationPointForm,
  ),
);
export const EditWebhook = lazyPart(() =>
  import('./developers/webhooks/edit-webhook-form.tsx').then((module) => module.EditWebhookForm),
);
export const NewWebhook = lazyPart(() =>
  import('./developers/webhooks/create-webhook-form.tsx').then((module) => module.CreateWebhookForm),
);
export const NewInstallation = lazyPart(() =>
  import('./installations/create-installation-form.tsx').then((module) => module.CreateInstallationForm),
);
export const EditIntegration = lazyPart(() =>
  import('./integrations/edit-integration-form.tsx').then((module) => module.EditIntegrationForm),
);
export const NewIntegration = lazyPart(() =>
  import('./integrations/create-integration-form.tsx').then((module) => module.CreateIntegrationForm),
);
export const EditPlan = lazyPart(() =>
  import('./plans/edit-plan-form.tsx').then((module) => module.EditPlanForm),
);
export const NewPlan = lazyPart(() =>
  import('./plans/create-plan-form.tsx').then((module) => module.CreatePlanForm),
);
export const EditThrottle = lazyPart(() =>
  import('./settings/network/throttle-form.tsx').then((module) => module.ThrottleForm),
);
export const EditOrganisation = lazyPart(() =>
  import('./settings/organisation/organisation-form.tsx').then((module) => module.OrganisationForm),
);
export const EditSubscriber = lazyPart(() =>
  import('./subscribers/edit-subscriber-form.tsx').then((module) => module.EditSubscriberForm),
);
export const NewSubscriber = lazyPart(() =>
  import('./subscribers/create-subscriber-form.tsx').then((module) => module.CreateSubscriberForm),
);
export const NewSubscription = lazyPart(() =>
  import('./subscriptions/create-subscription-form.tsx').then((module) => module.CreateSubscriptionForm),
);
export const EditAccount = lazyPart(() =>
  import('./settings/organisation/account-form.tsx').then((module) => module.AccountForm),
);
