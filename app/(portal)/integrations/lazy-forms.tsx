'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const EditIntegration = lazyPart(() => import('./edit-integration-form.tsx'), 'EditIntegrationForm');
export const NewIntegration = lazyPart(
  () => import('./create-integration-form.tsx'),
  'CreateIntegrationForm',
);
