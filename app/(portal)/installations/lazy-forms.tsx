'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const NewInstallation = lazyPart(
  () => import('./create-installation-form.tsx'),
  'CreateInstallationForm',
);
