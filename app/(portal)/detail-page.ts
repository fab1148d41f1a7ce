import type { Metadata } from 'next';
import type { ReactNode } from 'react';

type Declaration<Params, Resource> = {
  /** Reads the resource, from the cache when it is called again. */
  read: (params: Params) => Promise<Resource>;
  title: (resource: Resource) => string;
  render: (resource: Resource) => ReactNode | Promise<ReactNode>;
};

/** The page of one resource, for `page.tsx` of a folder `[id]`: what it reads, its title and its content. */
export function detailPage<Resource, Params = { id: string }>(page: Declaration<Params, Resource>) {
  type Props = { params: Promise<Params> };
  return {
    generateMetadata: async ({ params }: Props): Promise<Metadata> => ({
      title: page.title(await page.read(await params)),
    }),
    // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, at the top of its module
    Page: async ({ params }: Props) => page.render(await page.read(await params)),
  };
}
