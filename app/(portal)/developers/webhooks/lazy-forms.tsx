'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const EditWebhook = lazyPart(() => import('./edit-webhook-form.tsx'), 'EditWebhookForm');
export const NewWebhook = lazyPart(() => import('./create-webhook-form.tsx'), 'CreateWebhookForm');
