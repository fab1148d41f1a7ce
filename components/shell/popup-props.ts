import type { Menu, MenuProps, PopoverProps } from '@mantine/core';
import type { ReactElement, ReactNode, Ref } from 'react';

/** The props that a button gets from its popup. */
export type TriggerProps = {
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  onFocus?: () => void;
  onPointerEnter?: () => void;
  'aria-expanded'?: boolean;
  'aria-haspopup'?: 'dialog' | 'menu';
};

export type MenuButtonProps = Pick<MenuProps, 'position' | 'width'> & {
  button: ReactElement<TriggerProps>;
  /** In pixels; a longer menu scrolls. */
  maxHeight?: number;
  /** The entries. Mantine's parts are a parameter, so that a page loads them with its first menu. */
  children: (parts: typeof Menu) => ReactNode;
};

export type PopoverButtonProps = Pick<PopoverProps, 'position' | 'width'> & {
  button: ReactElement<TriggerProps>;
  children: (close: () => void) => ReactNode;
};
