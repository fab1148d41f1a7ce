'use client';

import { later } from '@/components/shell/later.tsx';

export const NewDemarcationPoint = later(() =>
  import('./create-demarcation-point-form.tsx').then((module) => module.CreateDemarcationPointForm),
);
