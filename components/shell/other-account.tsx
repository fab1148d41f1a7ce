'use client';

import { useEffect, useState } from 'react';
import { onOtherAccount } from '@/components/trpc/account-of-page.ts';
import { lazyPart } from './lazy-part.tsx';

const OtherAccountDialog = lazyPart(() => import('./other-account-dialog.tsx'), 'OtherAccountDialog');

/** Opens the dialog that says that the account of this window is not the selected one, once a request is refused for it. */
export function OtherAccount() {
  const [selected, setSelected] = useState<string | null>(null);
  useEffect(() => onOtherAccount(setSelected), []);
  return selected && <OtherAccountDialog selected={selected} onClose={() => setSelected(null)} />;
}
