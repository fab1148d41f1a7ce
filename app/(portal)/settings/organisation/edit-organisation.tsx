'use client';

import { later } from '@/components/shell/later.tsx';

export const EditOrganisation = later(() =>
  import('./organisation-form.tsx').then((module) => module.OrganisationForm),
);
