'use client';

import { lazy } from 'react';
import { OpenedOnClick } from './opened-on-click.tsx';
import type { PopoverButtonProps } from './popup-props.ts';

const load = () => import('./loaded-popover.tsx');
const LoadedPopover = lazy(load);

/** A button with a popover, which keeps the focus while it is open. */
export function PopoverButton(props: PopoverButtonProps) {
  return (
    <OpenedOnClick button={props.button} popup="dialog" load={load}>
      <LoadedPopover {...props} />
    </OpenedOnClick>
  );
}
