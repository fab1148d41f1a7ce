'use client';

import { later } from '@/components/shell/later.tsx';

export const EditSubscriber = later(() =>
  import('./edit-subscriber-form.tsx').then((module) => module.EditSubscriberForm),
);
