'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const EditOrganisation = lazyPart(() => import('./organisation-form.tsx'), 'OrganisationForm');
export const EditBranding = lazyPart(() => import('./branding-form.tsx'), 'BrandingForm');
export const EditAccount = lazyPart(() => import('./account-form.tsx'), 'AccountForm');
