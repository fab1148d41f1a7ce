'use client';

import { later } from '@/components/shell/later.tsx';

export const EditWebhook = later(() =>
  import('./edit-webhook-form.tsx').then((module) => module.EditWebhookForm),
);
