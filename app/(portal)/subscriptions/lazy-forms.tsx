'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const NewSubscription = lazyPart(
  () => import('./create-subscription-form.tsx'),
  'CreateSubscriptionForm',
);
