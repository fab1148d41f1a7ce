'use client';

import { later } from '@/components/shell/later.tsx';

export const NewIntegration = later(() =>
  import('./create-integration-form.tsx').then((module) => module.CreateIntegrationForm),
);
