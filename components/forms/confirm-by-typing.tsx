'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { CallOptions } from '@/components/trpc/call-options.ts';
import type { ApiRequest } from './curl-command.ts';

export type ConfirmByTypingProps = {
  onClose: () => void;
  title: string;
  /** What has to be typed, for instance the plan's name; the API gets it as `confirm`. */
  phrase: string;
  /** What will follow: dates, money, events. Each one line. */
  consequences: ReactNode[];
  actionLabel: string;
  /** Does it; what it throws is shown here and the dialog stays. */
  onConfirm: (typed: string, call: CallOptions) => Promise<unknown>;
  /** Called when it is done. */
  onDone: () => void;
  api?: (typed: string) => ApiRequest;
};

/** The dialog before anything dangerous. Render it while it is wanted: it starts afresh each time. */
export const ConfirmByTyping = dynamic<ConfirmByTypingProps>(
  () => import('./confirm-by-typing-dialog.tsx').then((module) => module.ConfirmByTypingDialog),
  { ssr: false },
);
