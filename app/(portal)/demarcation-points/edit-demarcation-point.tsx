'use client';

import { later } from '@/components/shell/later.tsx';

export const EditDemarcationPoint = later(() =>
  import('./edit-demarcation-point-form.tsx').then((module) => module.EditDemarcationPointForm),
);
