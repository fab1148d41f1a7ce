'use client';

import { useEffect, useRef } from 'react';
import { navigation } from './navigation.ts';
import { useGoTo } from './use-go-to.ts';
import { useOffered } from './use-offered.ts';

/** The time for the second key, in ms. */
const WAIT_MS = 1_500;

/** `g` and then the key of a place open its page, except while something is typed or a dialog is open. */
export function useGoKeys(): void {
  const goTo = useGoTo();
  const offered = useOffered();
  const places = navigation.flatMap(({ items }) => items.filter(offered));
  const latest = useRef({ goTo, places });
  latest.current = { goTo, places };

  useEffect(() => {
    let pressedAt: number | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, timeStamp } = event;
      const isSecond = pressedAt !== null && timeStamp - pressedAt < WAIT_MS;
      pressedAt = null;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isBusy(event.target)) return;
      if (!isSecond) {
        if (key === 'g') pressedAt = timeStamp;
        return;
      }
      const place = latest.current.places.find((each) => each.key === key);
      if (!place) return;
      // The key has no other meaning here, such as that of the rows of a list.
      event.preventDefault();
      event.stopPropagation();
      latest.current.goTo(place.href);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** Whether keys are typed into a field, or belong to a dialog or a menu, also to one that is being loaded. */
function isBusy(target: EventTarget | null): boolean {
  if (
    document.querySelector('[role="dialog"], [role="menu"], [aria-haspopup="dialog"][aria-expanded="true"]')
  )
    return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))
  );
}
