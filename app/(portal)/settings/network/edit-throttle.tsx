'use client';

import { later } from '@/components/shell/later.tsx';

export const EditThrottle = later(() => import('./throttle-form.tsx').then((module) => module.ThrottleForm));
