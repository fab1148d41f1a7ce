'use client';

import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useId } from 'react';
import { DialogScope, leaveScope } from '@/components/shell/unsaved-input.ts';

/**
 * A dialog that is open while it is rendered. Closing it asks first where input in it is unsaved. It returns the focus to
 * the element that had it, which Mantine does only for dialogs that stay rendered after closing.
 */
export function Dialog({ onClose, children, ...props }: Omit<ModalProps, 'opened'>) {
  const scope = useId();
  useEffect(() => {
    const origin = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && origin instanceof HTMLElement && origin.isConnected) origin.focus();
      });
    };
  }, []);
  return (
    <Modal opened {...props} onClose={() => leaveScope(scope, onClose)}>
      <DialogScope.Provider value={scope}>{children}</DialogScope.Provider>
    </Modal>
  );
}
