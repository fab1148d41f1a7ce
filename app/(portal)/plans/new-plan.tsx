'use client';

import { later } from '@/components/shell/later.tsx';

export const NewPlan = later(() => import('./create-plan-form.tsx').then((module) => module.CreatePlanForm));
