'use client';

import { later } from '@/components/shell/later.tsx';

export const NewSubscriber = later(() =>
  import('./create-subscriber-form.tsx').then((module) => module.CreateSubscriberForm),
);
