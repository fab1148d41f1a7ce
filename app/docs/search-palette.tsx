'use client';

import { IconFileText, IconHash } from '@tabler/icons-react';
import MiniSearch, { type SearchResult } from 'minisearch';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Palette, type PaletteEntry } from '@/components/shell/palette.tsx';
import type { PaletteState } from '@/components/shell/palette-button.tsx';
import { API_REFERENCE, documentationPages } from './pages.ts';
import type { SearchEntry } from './search-entries.ts';

const SHOWN = 12;

let loading: Promise<MiniSearch<SearchEntry>> | undefined;

async function load(): Promise<MiniSearch<SearchEntry>> {
  const answer = await fetch('/docs/search.json');
  if (!answer.ok) throw new Error(`The index of the documentation was not sent: ${answer.status}`);
  const index = new MiniSearch<SearchEntry>({
    idField: 'href',
    fields: ['title', 'text', 'page'],
    storeFields: ['title', 'text', 'page'],
    searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(await answer.json());
  return index;
}

export function SearchPalette({ opened, onClose, query, onQueryChange }: PaletteState) {
  const [index, setIndex] = useState<MiniSearch<SearchEntry> | null>(null);
  const [isFailed, setFailed] = useState(false);
  const show = useShow();

  useEffect(() => {
    loading ??= load();
    loading.then(setIndex, () => {
      loading = undefined;
      setFailed(true);
    });
  }, []);

  const found = query.trim() && index ? index.search(query).slice(0, SHOWN) : [];
  const results = found.map((result): PaletteEntry => {
    const { id, title, page } = result;
    const excerpt = excerptOf(result);
    return {
      id,
      label: title,
      description: excerpt ? `${page} · ${excerpt}` : page,
      icon: <IconHash size={18} aria-hidden />,
      run: () => show(id),
    };
  });
  const pages = documentationPages.map(({ href, label }) => ({
    id: href,
    label,
    icon: <IconFileText size={18} aria-hidden />,
    run: () => show(href),
  }));
  return (
    <Palette
      opened={opened}
      onClose={onClose}
      label="Search the documentation"
      placeholder="An operation, event, error, term or topic"
      query={query}
      onQueryChange={onQueryChange}
      groups={[
        { label: 'Found', entries: results },
        { label: 'Pages', entries: query.trim() ? [] : pages },
      ]}
      empty={isFailed ? 'The search could not be loaded' : index ? 'Nothing matches' : 'Loading…'}
    />
  );
}

/** The reference reads its address when it is loaded, so it is opened as a new page. */
function useShow(): (href: string) => void {
  const router = useRouter();
  return (href) => {
    const isReference = [href, location.pathname].some((path) => path.startsWith(API_REFERENCE));
    if (!isReference) return router.push(href);
    location.assign(href);
    // Otherwise another anchor of the same page only scrolls.
    if (location.pathname === href.split('#')[0]) location.reload();
  };
}

/** The characters of an excerpt, and of it those before the first match. */
const EXCERPT = 140;
const BEFORE = 40;

/** The text around the first match. */
function excerptOf({ text, terms }: SearchResult): string {
  const whole: string = text;
  const at = Math.min(
    ...terms.map((term) => whole.toLowerCase().indexOf(term)).filter((found) => found >= 0),
  );
  const from = Number.isFinite(at) && at > BEFORE ? whole.indexOf(' ', at - BEFORE) + 1 : 0;
  const cut = whole.slice(from, from + EXCERPT);
  return `${from > 0 ? '… ' : ''}${cut}${from + EXCERPT < whole.length ? ' …' : ''}`;
}
