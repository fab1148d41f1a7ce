'use client';

import { later } from '@/components/shell/later.tsx';

export const EditOrganisation = later(() =>
  import('./organisation-form.tsx').then((module) => module.OrganisationForm),
);

export const EditAccount = later(() => import('./account-form.tsx').then((module) => module.AccountForm));
