'use client';

import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import type { SendDocumentDialog } from './send-document-dialog.tsx';

const Dialog = lazyPart(() => import('./send-document-dialog.tsx'), 'SendDocumentDialog');

/** A button that opens the dialog to send a document. */
export function SendDocumentButton(props: Omit<ComponentProps<typeof SendDocumentDialog>, 'onClose'>) {
  const dialog = useDialog();
  return (
    <>
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} {...dialog.opener}>
        Send
      </Button>
      {dialog.isOpen && <Dialog {...props} onClose={dialog.close} />}
    </>
  );
}
