'use client';

import { type ReactNode, useEffect } from 'react';

/** An action on what a page shows. */
export type PageAction = {
  key: string;
  label: string;
  onClick: () => void;
  'aria-haspopup'?: 'dialog';
  icon?: ReactNode;
  /** Why it is not possible now. */
  disabledBecause?: string;
};

let offered: readonly PageAction[] = [];

/** Offers the actions of the open page to Ctrl+K. */
export function useOfferedActions(actions: readonly PageAction[]) {
  useEffect(() => {
    offered = actions;
    return () => {
      if (offered === actions) offered = [];
    };
  }, [actions]);
}

/** The possible actions on what is open. */
export function offeredActions(): PageAction[] {
  return offered.filter(({ disabledBecause }) => !disabledBecause);
}
