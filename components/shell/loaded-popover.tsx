'use client';

import { Popover } from '@mantine/core';
import { cloneElement } from 'react';
import { useOpenedOnMount } from './opened-on-click.tsx';
import type { PopoverButtonProps } from './popup-props.ts';

/** The button and the popover of `<PopoverButton>`, from its first click on. */
export default function LoadedPopover({ button, children, ...popover }: PopoverButtonProps) {
  const { buttonRef, opened, onChange } = useOpenedOnMount();
  return (
    <Popover {...popover} opened={opened} onChange={onChange} trapFocus>
      <Popover.Target>
        {cloneElement(button, { ref: buttonRef, onClick: () => onChange(!opened) })}
      </Popover.Target>
      <Popover.Dropdown>{children(() => onChange(false))}</Popover.Dropdown>
    </Popover>
  );
}
