'use client';

import dynamic from 'next/dynamic';

/** The dialog before a dangerous action. Render it while it is open: it starts with empty input each time. */
export const ConfirmByTyping = dynamic(
  () => import('./confirm-by-typing-dialog.tsx').then((module) => module.ConfirmByTypingDialog),
  { ssr: false },
);
