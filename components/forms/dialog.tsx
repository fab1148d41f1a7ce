'use client';

import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';

/**
 * A dialog that is open while it is rendered. It returns the focus to the element that had it, which Mantine does only
 * for dialogs that stay rendered after closing.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useEffect(() => {
    const origin = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && origin instanceof HTMLElement && origin.isConnected) origin.focus();
      });
    };
  }, []);
  return <Modal opened {...props} />;
}
