'use client';

import { useHotkeys } from '@mantine/hooks';
import type { RefObject } from 'react';

type RowKeys = {
  rootRef: RefObject<HTMLElement | null>;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Selects or deselects the nth row; absent where rows cannot be selected. */
  onToggle?: (index: number) => void;
};

/** `j` and `k` move the focus between the links of the rows, so that Enter and a middle click work as usual. */
export function useRowKeys({ rootRef, searchRef, onToggle }: RowKeys) {
  const links = () => [...(rootRef.current?.querySelectorAll<HTMLElement>('a[data-row-link]') ?? [])];
  const present = () => links().findIndex((link) => rowOf(link)?.contains(document.activeElement));
  const go = (step: 1 | -1) => {
    const all = links();
    const at = present();
    const next =
      at === -1 ? (step === 1 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + step));
    all[next]?.focus();
    const row = all[next] && rowOf(all[next]);
    row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  useHotkeys([
    ['j', () => go(1)],
    ['k', () => go(-1)],
    ['/', () => searchRef.current?.select()],
    [
      'x',
      () => {
        const at = present();
        if (at !== -1) onToggle?.(at);
      },
    ],
  ]);
}

/** The row of a table or the card of a board that contains a link. */
function rowOf(link: HTMLElement): HTMLElement | null {
  return link.closest<HTMLElement>('tr, li');
}
