'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const EditThrottle = lazyPart(() => import('./throttle-form.tsx'), 'ThrottleForm');
