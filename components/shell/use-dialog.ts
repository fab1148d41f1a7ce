'use client';

import { useState } from 'react';

/** The props of a button or of an entry of a menu that opens a dialog. */
export type Opener = { 'aria-haspopup': 'dialog'; onClick: () => void };

/** The opener of a dialog that opens by another state than that of `useDialogs`, such as a parameter of the address. */
export const openerOf = (open: () => void): Opener => ({ 'aria-haspopup': 'dialog', onClick: open });

/** Several dialogs of which one is open at most. `Which` says which one, and what it is about. */
export function useDialogs<Which>() {
  const [opened, setOpened] = useState<Which | null>(null);
  return {
    opened,
    /** The props of the button that opens this one. */
    opens: (which: Which): Opener => openerOf(() => setOpened(which)),
    close: () => setOpened(null),
  };
}

/** A dialog and its button. */
export function useDialog() {
  const { opened, opens, close } = useDialogs<true>();
  return { isOpen: opened !== null, opener: opens(true), close };
}
