'use client';

import { later } from '@/components/shell/later.tsx';

export const NewCharge = later(() =>
  import('./create-charge-form.tsx').then((module) => module.CreateChargeForm),
);
