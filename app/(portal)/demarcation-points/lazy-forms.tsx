'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const EditDemarcationPoint = lazyPart(
  () => import('./edit-demarcation-point-form.tsx'),
  'EditDemarcationPointForm',
);
export const NewDemarcationPoint = lazyPart(
  () => import('./create-demarcation-point-form.tsx'),
  'CreateDemarcationPointForm',
);
