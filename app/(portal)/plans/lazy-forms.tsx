'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const EditPlan = lazyPart(() => import('./edit-plan-form.tsx'), 'EditPlanForm');
export const NewPlan = lazyPart(() => import('./create-plan-form.tsx'), 'CreatePlanForm');
