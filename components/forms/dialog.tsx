'use client';

import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { DialogScope, leaveScope } from '@/components/shell/unsaved-input.ts';

/**
 * A dialog that is open while it is rendered. Closing it asks first where input in it is unsaved. It returns the focus to
 * the element that had it, which Mantine does only for dialogs that stay rendered after closing. For an entry of a menu, which is gone by
 * then, the button of the menu gets it.
 */
export function Dialog({ onClose, children, ...props }: Omit<ModalProps, 'opened'>) {
  const scope = useId();
  // As it is rendered: an entry of a menu is gone when its effects run.
  const [origin] = useState(() =>
    typeof document === 'undefined' ? null : focusAfter(document.activeElement),
  );
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && origin instanceof HTMLElement && origin.isConnected) origin.focus();
      });
    },
    [origin],
  );
  return (
    <Modal opened {...props} onClose={() => leaveScope(scope, onClose)}>
      <DialogScope.Provider value={scope}>{children}</DialogScope.Provider>
    </Modal>
  );
}

/** The button of a menu, for an entry of the menu; otherwise the element itself. */
function focusAfter(element: Element | null): Element | null {
  const menu = element?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
}
