'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';

export const NewCharge = lazyPart(() => import('./create-charge-form.tsx'), 'CreateChargeForm');
