'use client';

import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import classes from './palette-button.module.css';
import { openerOf } from './use-dialog.ts';

type PaletteButtonProps = {
  /** The name for screen readers. */
  label: string;
  text: string;
  /** The palette, which is loaded when it is rendered. */
  children: (palette: PaletteState) => ReactNode;
};

export type PaletteState = {
  opened: boolean;
  onClose: () => void;
  query: string;
  onQueryChange: (query: string) => void;
};

/** Opens a palette, as Ctrl+K does. */
export function PaletteButton({ label, text, children }: PaletteButtonProps) {
  // It stays mounted after the first use, so that it opens at once the next time.
  const [opened, setOpened] = useState<boolean | null>(null);
  const [query, setQuery] = useState('');
  useHotkeys([['mod+K', () => setOpened(true)]], []);

  useKeysBeforeField(opened === true, setQuery);

  // It is mounted, closed, when Ctrl goes down, so that it opens sooner.
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
        {...openerOf(() => setOpened(true))}
        aria-label={label}
        aria-expanded={opened === true}
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.text}>{text}</span>
        <span className={classes.keys} aria-hidden>
          <Kbd size="xs">Ctrl K</Kbd>
        </span>
      </UnstyledButton>
      {opened !== null &&
        children({ opened, onClose: () => setOpened(false), query, onQueryChange: setQuery })}
    </>
  );
}

/**
 * Characters typed until the field of an opened palette has the focus belong to its query. Without this they would be lost
 * while the palette is loaded, or would run as keys of the page.
 */
function useKeysBeforeField(opened: boolean, setQuery: (change: (query: string) => string) => void): void {
  useEffect(() => {
    if (!opened) return;
    const origin = document.activeElement;
    const receive = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const focused = document.activeElement;
      const hasMoved = focused !== origin && focused !== document.body;
      if (hasMoved || ctrlKey || metaKey || altKey || (key.length > 1 && !/^(Backspace|Enter)$/.test(key)))
        return;
      event.preventDefault();
      event.stopPropagation();
      if (key.length === 1) setQuery((query) => query + key);
      if (key === 'Backspace') setQuery((query) => query.slice(0, -1));
    };
    window.addEventListener('keydown', receive, { capture: true });
    return () => window.removeEventListener('keydown', receive, { capture: true });
  }, [opened, setQuery]);
}
