'use client';

import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * A part of a page whose code is not in the page's first load. The server renders it in place. The browser loads its
 * code when the page becomes interactive.
 * @param loading shown where the code has not arrived
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(() => load().then((component) => ({ default: component as ComponentType<object> })));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the top of a module
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={loading}>
        <Part {...props} />
      </Suspense>
    );
  };
}
