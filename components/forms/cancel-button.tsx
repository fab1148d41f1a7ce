'use client';

import { Button, type ButtonProps } from '@mantine/core';
import { useContext } from 'react';
import { DialogScope, leaveScope } from '@/components/shell/unsaved-input.ts';

type CancelButtonProps = Pick<ButtonProps, 'disabled' | 'size' | 'children'> & { onClick: () => void };

/** Leaves the form around it. Where input is not saved, a question comes first. */
export function CancelButton({ onClick, children = 'Cancel', ...props }: CancelButtonProps) {
  const scope = useContext(DialogScope);
  return (
    <Button variant="default" {...props} onClick={() => leaveScope(scope, onClick)}>
      {children}
    </Button>
  );
}
