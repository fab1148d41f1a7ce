'use client';

import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import type { SendDocumentDialog } from './send-document-dialog.tsx';

const Dialog = lazyPart(() => import('./send-document-dialog.tsx'), 'SendDocumentDialog');

/** A button that opens the dialog to send a document. */
export function SendDocumentButton(props: Omit<ComponentProps<typeof SendDocumentDialog>, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        Send
      </Button>
      {isOpen && <Dialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}
