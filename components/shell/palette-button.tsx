'use client';

import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './palette-button.module.css';

type PaletteButtonProps = {
  /** The name for screen readers. */
  label: string;
  text: string;
  /** The palette, which is loaded when it is rendered. */
  children: (opened: boolean, onClose: () => void) => ReactNode;
};

/** Opens a palette, as Ctrl+K does. */
export function PaletteButton({ label, text, children }: PaletteButtonProps) {
  // It stays mounted after the first use, so that it opens at once the next time.
  const [opened, setOpened] = useState<boolean | null>(null);
  useHotkeys([['mod+K', () => setOpened(true)]], []);

  // It is mounted, closed, when Ctrl goes down, so that no character typed after Ctrl+K is lost.
  const prepare = () => setOpened((now) => now ?? false);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Control' || key === 'Meta') prepare();
  });

  return (
    <>
      <UnstyledButton
        className={classes.root}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpened(true)}
        aria-label={label}
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.text}>{text}</span>
        <span className={classes.keys} aria-hidden>
          <Kbd size="xs">Ctrl K</Kbd>
        </span>
      </UnstyledButton>
      {opened !== null && children(opened, () => setOpened(false))}
    </>
  );
}
