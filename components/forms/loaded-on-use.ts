'use client';

import { type ComponentType, type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** How a field was used before its code was loaded. */
export type FirstUse = {
  isFocused: boolean;
  isPressed: boolean;
  /** The text that was typed. */
  typed: string | null;
  /** Whether the page or its dialog gave it the focus and the person has not used it since, so that its list stays closed. */
  isIdle: boolean;
};

let isFocusedByPage = false;

/** Whether a dialog that opens gives a field the focus, which was outside of it. */
function isFocusedByDialog({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  return currentTarget.closest('[role="dialog"]')?.contains(relatedTarget) === false;
}

/** Gives a field the focus when its page is opened. A field that is loaded on use waits for a key, or for the pointer. */
export function focusByPage(field: HTMLElement): void {
  isFocusedByPage = true;
  field.focus({ preventScroll: true });
  isFocusedByPage = false;
}

type Loaded<P> = { Field: ComponentType<P>; first: FirstUse };

/**
 * A field that loads its list or calendar when it is pointed at, or gets the focus from the person. Until then the page shows an
 * input that looks the same. It has the focus and the text that the loaded field then takes over.
 */
export function useLoadedOnUse<P, E extends HTMLElement>(load: () => Promise<{ default: ComponentType<P> }>) {
  const [loaded, setLoaded] = useState<Loaded<P> | null>(null);
  const ref = useRef<E>(null);
  const use = useRef({ isPressed: false, typed: null as string | null, isIdle: false });
  const begin = () =>
    void load().then(({ default: Field }) => {
      const isFocused = ref.current !== null && document.activeElement === ref.current;
      setLoaded((known) => known ?? { Field, first: { ...use.current, isFocused } });
    });
  return {
    loaded,
    /** A text may come without a key: it is pasted, dictated or filled in by the browser. */
    type: (text: string) => {
      use.current.typed = text;
      use.current.isIdle = false;
      begin();
    },
    inputProps: {
      ref,
      onPointerEnter: begin,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        use.current.isIdle = isFocusedByPage || isFocusedByDialog(event);
        if (!use.current.isIdle) begin();
      },
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (!use.current.isIdle || ['Tab', 'Shift', 'Escape'].includes(key)) return;
        use.current.isIdle = false;
        begin();
      },
      onPointerDown: () => {
        use.current.isPressed = true;
        use.current.isIdle = false;
      },
    },
  };
}

/** Moves the focus to the loaded field; `press` says whether a click on it is repeated, which opens its list. */
export function useTakenFocus<E extends HTMLElement>({ isFocused, isPressed }: FirstUse, press = true) {
  const ref = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is loaded
  useEffect(() => {
    if (!isFocused) return;
    ref.current?.focus({ preventScroll: true });
    if (isPressed && press) ref.current?.click();
  }, []);
  return ref;
}
