'use client';

import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react';
import { useWork } from './busy.ts';
import type { TriggerProps } from './popup-props.ts';

type OpenedOnClickProps = {
  button: ReactElement<TriggerProps>;
  popup: 'dialog' | 'menu';
  /** Begins to load `children`. */
  load: () => unknown;
  /** The button with its popup, which replaces the button alone. */
  children: ReactNode;
};

/** A button whose popup is loaded when the button is pointed at or gets the focus, and rendered with the first click. */
export function OpenedOnClick({ button, popup, load, children }: OpenedOnClickProps) {
  const [isUsed, setUsed] = useState(false);
  const [isLoading, startTransition] = useTransition();
  useWork(isLoading);
  if (isUsed) return children;
  return cloneElement(button, {
    'aria-expanded': false,
    'aria-haspopup': popup,
    onPointerEnter: load,
    onFocus: load,
    // In a transition the button alone stays until its popup is loaded.
    onClick: () => startTransition(() => setUsed(true)),
  });
}

/** State of a popup that `<OpenedOnClick>` renders: it opens at once, with the focus on its button as after any click. */
export function useOpenedOnMount() {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [opened, onChange] = useState(false);
  useEffect(() => {
    buttonRef.current?.focus({ preventScroll: true });
    onChange(true);
  }, []);
  return { buttonRef, opened, onChange };
}
