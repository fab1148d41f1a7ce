'use client';

import { later } from '@/components/shell/later.tsx';

export const EditIntegration = later(() =>
  import('./edit-integration-form.tsx').then((module) => module.EditIntegrationForm),
);
