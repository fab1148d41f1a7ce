'use client';

import { later } from '@/components/shell/later.tsx';

export const NewSubscription = later(() =>
  import('./create-subscription-form.tsx').then((module) => module.CreateSubscriptionForm),
);
