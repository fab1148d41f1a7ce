'use client';

import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { PaletteButton } from '@/components/shell/palette-button.tsx';

const SearchPalette = lazyPart(() => import('./search-palette.tsx'), 'SearchPalette');

/** Searches all documentation. Its index is loaded when the button is used. */
export function DocsSearch() {
  return (
    <PaletteButton label="Search the documentation" text="Search…">
      {(palette) => <SearchPalette {...palette} />}
    </PaletteButton>
  );
}
