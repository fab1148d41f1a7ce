'use client';

import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';

/**
 * A dialog that is there as long as it is rendered. It gives the focus back to where it came from, which Mantine
 * does only for dialogs that outlive their closing.
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
