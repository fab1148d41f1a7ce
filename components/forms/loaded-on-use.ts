'use client';

import { type ComponentType, useEffect, useRef, useState } from 'react';

/** How a field was used before its code was loaded. */
export type FirstUse = {
  isFocused: boolean;
  isPressed: boolean;
  /** The text that was typed. */
  typed: string | null;
};

type Loaded<P> = { Field: ComponentType<P>; first: FirstUse };

/**
 * A field whose list or calendar is loaded when the field is pointed at or gets the focus. Until then the page shows an
 * input that looks the same. It has the focus and the text that the loaded field then takes over.
 */
export function useLoadedOnUse<P, E extends HTMLElement>(load: () => Promise<{ default: ComponentType<P> }>) {
  const [loaded, setLoaded] = useState<Loaded<P> | null>(null);
  const ref = useRef<E>(null);
  const use = useRef({ isPressed: false, typed: null as string | null });
  const begin = () =>
    void load().then(({ default: Field }) => {
      const isFocused = ref.current !== null && document.activeElement === ref.current;
      setLoaded((known) => known ?? { Field, first: { ...use.current, isFocused } });
    });
  return {
    loaded,
    type: (text: string) => {
      use.current.typed = text;
    },
    inputProps: {
      ref,
      onPointerEnter: begin,
      onFocus: begin,
      onPointerDown: () => {
        use.current.isPressed = true;
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
