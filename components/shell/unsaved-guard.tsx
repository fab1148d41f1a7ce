'use client';

import { useEffect, useRef, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { hasUnsavedInput, leavePage, onUnsavedInput } from './unsaved-input.ts';

const loadQuestion = () => import('./discard-dialog.tsx');
const DiscardDialog = lazyPart(loadQuestion, 'DiscardDialog');

/** Asks before unsaved input is lost, on each way out of a page: links, Back and Forward, and the browser's own ways. */
export function UnsavedGuard() {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const proceed = useRef<(() => void) | null>(null);
  const isDiscarded = useRef(false);

  useEffect(
    () =>
      onUnsavedInput({
        ask: (discard) => {
          // Escape reaches the dialog below the question too.
          if (proceed.current) return;
          proceed.current = discard;
          isDiscarded.current = false;
          setOpen(true);
        },
        prepare: () => void loadQuestion(),
      }),
    [],
  );
  useEffect(() => {
    window.addEventListener('click', onClick, { capture: true });
    window.addEventListener('beforeunload', onBeforeUnload);
    // Browsers without the Navigation API do not ask on Back.
    window.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      window.removeEventListener('click', onClick, { capture: true });
      window.removeEventListener('beforeunload', onBeforeUnload);
      window.navigation?.removeEventListener('navigate', onNavigate);
    };
  }, []);

  // It stays rendered after the first use, so that the focus returns to the field.
  return (
    isOpen !== null && (
      <DiscardDialog
        opened={isOpen}
        onKeep={() => setOpen(false)}
        onDiscard={() => {
          isDiscarded.current = true;
          setOpen(false);
        }}
        onClosed={() => {
          const discard = proceed.current;
          proceed.current = null;
          if (isDiscarded.current) discard?.();
        }}
      />
    )
  );
}

/** A click on a link that opens another page in this tab. */
function onClick(event: MouseEvent) {
  if (!hasUnsavedInput()) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.hasAttribute('download') || (link.target && link.target !== '_self')) return;
  const { origin, pathname, search } = new URL(link.href);
  if (origin === location.origin && pathname === location.pathname && search === location.search) return;
  // In the capture phase, so that the router does not see the click.
  event.preventDefault();
  event.stopPropagation();
  leavePage(() => {
    if (link.isConnected) link.click();
    else location.assign(link.href);
  });
}

/** Reloading, closing the tab, another address. The browser asks in its own words. */
function onBeforeUnload(event: BeforeUnloadEvent) {
  if (hasUnsavedInput()) event.preventDefault();
}

/** Back and Forward. */
function onNavigate(event: NavigateEvent) {
  if (event.navigationType !== 'traverse' || !event.cancelable || !hasUnsavedInput()) return;
  event.preventDefault();
  const { key } = event.destination;
  leavePage(() => void window.navigation.traverseTo(key));
}
