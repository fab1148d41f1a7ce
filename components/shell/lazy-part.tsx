'use client';

import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Working } from './busy-bar.tsx';

// biome-ignore lint/suspicious/noExplicitAny: React's own constraint on what `lazy` takes
type Component = ComponentType<any>;

/**
 * A part of a page whose code is not in the page's first load: a dialog, a form, a menu. The browser loads its code when
 * the part is rendered. A part that is there from the start is rendered on the server too.
 * @param name what the module exports it as
 * @param loading shown while its code is loaded; by default the line at the top of the window
 */
// An overload, because `lazy` loses the type parameters of a component such as a table.
export function lazyPart<Name extends string, Module extends Record<Name, Component>>(
  load: () => Promise<Module>,
  name: Name,
  loading?: ReactNode,
): Module[Name];
export function lazyPart(
  load: () => Promise<Record<string, Component>>,
  name: string,
  loading: ReactNode = <Working />,
): Component {
  const Part = lazy(async () => {
    const { [name]: part } = await load();
    if (!part) throw new Error(`The module has no component ${name}`);
    return { default: part };
  });
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at the top of a module
  return function LazyPart(props: object) {
    return (
      <Suspense fallback={loading}>
        <Part {...props} />
      </Suspense>
    );
  };
}
