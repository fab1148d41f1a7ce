'use client';

import { Menu } from '@mantine/core';
import { cloneElement } from 'react';
import { useOpenedOnMount } from './opened-on-click.tsx';
import type { MenuButtonProps } from './popup-props.ts';

/** The button and the menu of `<MenuButton>`, from its first click on. */
export default function LoadedMenu({ button, maxHeight, children, ...menu }: MenuButtonProps) {
  const { buttonRef, opened, onChange } = useOpenedOnMount();
  return (
    <Menu {...menu} opened={opened} onChange={onChange}>
      <Menu.Target>{cloneElement(button, { ref: buttonRef })}</Menu.Target>
      <Menu.Dropdown
        mah={maxHeight}
        style={{ overflowWrap: 'anywhere', ...(maxHeight && { overflowY: 'auto' }) }}
      >
        {children(Menu)}
      </Menu.Dropdown>
    </Menu>
  );
}
