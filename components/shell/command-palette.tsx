'use client';

import '@mantine/spotlight/styles.layer.css';

import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconKeyboard, IconLogout, IconSearch, IconSunMoon } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { trpc } from '@/components/trpc/client.ts';
import { hrefOfResult, navigation, quickActions } from './navigation.ts';
import { signOut } from './sign-out.ts';
import { useOffered } from './use-offered.ts';

const [store, spotlight] = createSpotlight();

type PaletteProps = { opened: boolean; onClose: () => void; onHelp: () => void };
type Command = { id: string; label: string; description?: string; icon: ReactNode; run: () => void };

/** Ctrl+K: finds anything by id, name, email, phone, invoice number or reference, and runs commands. */
export function CommandPalette({ opened, onClose, onHelp }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [searched] = useDebouncedValue(query.trim(), 150);
  const found = trpc.search.query.useQuery({ q: searched }, { enabled: searched.length >= 2 });
  const commands = useCommands(onHelp).filter((command) => matches(command.label, query));
  const router = useRouter();

  useEffect(() => {
    if (opened) spotlight.open();
  }, [opened]);

  const results: Command[] =
    searched.length < 2
      ? []
      : (found.data ?? []).map((result) => ({
          id: result.id,
          label: result.title,
          description: result.subtitle,
          icon: <IconSearch size={18} aria-hidden />,
          run: () => router.push(hrefOfResult(result)),
        }));

  useFirstOf([...results, ...commands].map(({ id }) => id).join());

  const searching = searched.length >= 2 && found.isFetching;
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight={440}
      radius="md"
      centered={false}
      yOffset="12vh"
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      transitionProps={{ duration: 0 }}
      // Mantine makes the description of the selected entry translucent, which has too little contrast.
      styles={{ actionDescription: { opacity: 1 } }}
      attributes={{ content: { 'aria-label': 'Search or run a command' } }}
    >
      <Spotlight.Search
        placeholder="Id, name, email, phone, invoice number, or a command"
        aria-label="Search or run a command"
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {results.length > 0 && <Section label="Found" commands={results} />}
        {commands.length > 0 && <Section label="Commands" commands={commands} />}
        {results.length + commands.length === 0 && (
          <Spotlight.Empty>{searching ? 'Searching…' : 'Nothing matches'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/**
 * Enter opens the first entry unless another is selected. Mantine selects the first entry on input only;
 * results that arrive later would have no selection.
 */
function useFirstOf(entries: string): void {
  useEffect(() => {
    const list = document.getElementById(store.getState().listId);
    if (entries === '' || !list || list.querySelector('[data-selected]')) return;
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [entries]);
}

function Section({ label, commands }: { label: string; commands: Command[] }) {
  return (
    <Spotlight.ActionsGroup label={label}>
      {commands.map(({ id, label: text, description, icon, run }) => (
        <Spotlight.Action key={id} label={text} description={description} leftSection={icon} onClick={run} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function useCommands(onHelp: () => void): Command[] {
  const router = useRouter();
  const offered = useOffered();
  const { setColorScheme } = useMantineColorScheme();
  const places = navigation.flatMap(({ items }) => items.filter(offered));
  return [
    ...quickActions.filter(offered).map(({ label, href, icon: Icon }) => ({
      id: href,
      label,
      icon: <Icon size={18} aria-hidden />,
      run: () => router.push(href),
    })),
    ...places.map(({ label, href, icon: Icon }) => ({
      id: href,
      label: `Go to ${label}`,
      icon: <Icon size={18} aria-hidden />,
      run: () => router.push(href),
    })),
    ...(['light', 'dark'] as const).map((scheme) => ({
      id: `theme-${scheme}`,
      label: `Use the ${scheme} theme`,
      icon: <IconSunMoon size={18} aria-hidden />,
      run: () => setColorScheme(scheme),
    })),
    { id: 'help', label: 'Keyboard shortcuts', icon: <IconKeyboard size={18} aria-hidden />, run: onHelp },
    { id: 'sign-out', label: 'Sign out', icon: <IconLogout size={18} aria-hidden />, run: signOut },
  ];
}

/** Whether the label contains every word of the query. */
function matches(label: string, query: string): boolean {
  const haystack = label.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
