'use client';

import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** Copies an example. */
export function CopyCode({ code }: { code: string }) {
  return (
    <CopyButton value={code} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon
          size={24}
          onClick={copy}
          title={copied ? 'Copied' : 'Copy'}
          aria-label={copied ? 'Copied' : 'Copy code'}
        >
          {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
