'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const EditName = lazyPart(() => import('./name-form.tsx'), 'NameForm');
