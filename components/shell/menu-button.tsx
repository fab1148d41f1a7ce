'use client';

import { lazy } from 'react';
import { OpenedOnClick } from './opened-on-click.tsx';
import type { MenuButtonProps } from './popup-props.ts';

const load = () => import('./loaded-menu.tsx');
const LoadedMenu = lazy(load);

/** A button with a menu. */
export function MenuButton(props: MenuButtonProps) {
  return (
    <OpenedOnClick button={props.button} popup="menu" load={load}>
      <LoadedMenu {...props} />
    </OpenedOnClick>
  );
}
