'use client';

import { later } from '@/components/shell/later.tsx';

export const EditPlan = later(() => import('./edit-plan-form.tsx').then((module) => module.EditPlanForm));
