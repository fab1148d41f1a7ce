'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const EditSubscriber = lazyPart(() => import('./edit-subscriber-form.tsx'), 'EditSubscriberForm');
export const NewSubscriber = lazyPart(() => import('./create-subscriber-form.tsx'), 'CreateSubscriberForm');
