'use client';

import type { ReactNode } from 'react';
import type { Permission } from '@/server/contract/roles.ts';
import { permissionRefusal } from '@/server/contract/texts/permission-texts.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { useCan } from './session-context.tsx';

type PermittedProps = { to: Permission; children: ReactNode };

/** The form of a page for people who may send it. Others read so before they fill it in. */
export function Permitted({ to, children }: PermittedProps) {
  return useCan(to) ? children : <ProblemAlert problem={{ message: permissionRefusal(to), reasons: [] }} />;
}
