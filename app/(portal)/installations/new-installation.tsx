'use client';

import { later } from '@/components/shell/later.tsx';

export const NewInstallation = later(() =>
  import('./create-installation-form.tsx').then((module) => module.CreateInstallationForm),
);
