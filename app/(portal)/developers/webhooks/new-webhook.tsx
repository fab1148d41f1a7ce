'use client';

import { later } from '@/components/shell/later.tsx';

export const NewWebhook = later(() =>
  import('./create-webhook-form.tsx').then((module) => module.CreateWebhookForm),
);
