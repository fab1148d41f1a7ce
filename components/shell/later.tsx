'use client';

import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * A part of a page whose code is not part of the page's first load. The server renders it in place; its code is
 * asked for as soon as the page's own code runs, and the part comes alive when it arrives.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  const loading = load();
  const Part = lazy(() => loading.then((component) => ({ default: component as ComponentType<object> })));
  // biome-ignore lint/correctness/noComponentHookFactories: called once a part, at the top of a module
  return function Later(props: Props) {
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    );
  };
}
