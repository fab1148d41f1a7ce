import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** The charts load after this time without an action of the user, such as on a wall display, in ms. */
const UNUSED_MS = 20_000;

/**
 * Whether the person at the page has moved, touched or typed anything. The code of the charts is half as large as that of
 * the page, so it is loaded after the page and not with it.
 */
function useFirstUse(): boolean {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    if (isUsed) return;
    const use = () => setUsed(true);
    const timer = setTimeout(use, UNUSED_MS);
    const kinds = ['pointermove', 'pointerdown', 'scroll', 'keydown'];
    for (const kind of kinds) window.addEventListener(kind, use, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const kind of kinds) window.removeEventListener(kind, use);
    };
  }, [isUsed]);
  return isUsed;
}

/**
 * When a chart is drawn: once its part of the page is visible and the page is used. It stays drawn after that.
 * @returns the ref of that part, and whether to draw
 */
export function useChartDrawn() {
  const { ref, entry } = useIntersection();
  const isUsed = useFirstUse();
  const [isDrawn, setDrawn] = useState(false);
  if (entry?.isIntersecting && isUsed && !isDrawn) setDrawn(true);
  return { ref, isDrawn };
}
