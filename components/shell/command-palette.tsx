'use client';

import { Group, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBolt, IconKeyboard, IconLogout, IconSunMoon } from '@tabler/icons-react';
import { BalanceDue } from '@/components/format/balance-due.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { SearchResult } from '@/server/contract/portal/search.ts';
import { MAX_FOUND } from '@/server/contract/portal/search-values.ts';
import { listOfMatches } from './list-of-matches.ts';
import { frequentLists, hrefOfResult, iconOfResult, navigation, quickActions } from './navigation.ts';
import { offeredActions } from './page-actions.ts';
import { Palette, type PaletteEntry } from './palette.tsx';
import type { PaletteState } from './palette-button.tsx';
import { signOut } from './sign-out.ts';
import { leavePage } from './unsaved-input.ts';
import { useGoTo } from './use-go-to.ts';
import { useOffered } from './use-offered.ts';

type CommandPaletteProps = PaletteState & { onHelp: () => void };

/** Ctrl+K: finds anything by what a person has of it, and runs commands. */
export function CommandPalette({ opened, onClose, query, onQueryChange, onHelp }: CommandPaletteProps) {
  const [searched] = useDebouncedValue(query.trim(), 150);
  const found = trpc.search.query.useQuery({ q: searched }, { enabled: searched.length >= 2 });
  const commands = useCommands(onHelp).filter((command) => matches(command.label, query));
  const goTo = useGoTo();

  const results: PaletteEntry[] =
    searched.length < 2
      ? []
      : (found.data?.results ?? []).map((result) => {
          const Icon = iconOfResult(result);
          return {
            id: result.id,
            label: result.title,
            description: result.subtitle,
            aside: <Condition result={result} />,
            icon: <Icon size={18} aria-hidden />,
            run: () => goTo(hrefOfResult(result)),
          };
        });
  const lists = (found.data?.more ?? []).flatMap(({ type, count }): PaletteEntry[] => {
    const list = listOfMatches(type, searched);
    const Icon = iconOfResult({ type });
    const number = count > MAX_FOUND ? `more than ${MAX_FOUND}` : `all ${count}`;
    return list
      ? [
          {
            id: `list-${type}`,
            label: `Show ${number} ${list.many}`,
            icon: <Icon size={18} aria-hidden />,
            run: () => goTo(list.href),
          },
        ]
      : [];
  });
  const [first, ...others] = lists;
  const all = first && { ...first, keys: ['Ctrl', 'Enter'] };
  const actions: PaletteEntry[] = offeredActions()
    .filter(({ label }) => matches(label, query))
    .map(({ key, label, icon, onClick }) => ({
      id: `action-${key}`,
      label,
      icon: icon ?? <IconBolt size={18} aria-hidden />,
      // The palette has closed then, and the focus is back on the page.
      run: () => void setTimeout(onClick),
    }));

  const searching = searched.length >= 2 && found.isFetching;
  return (
    <Palette
      opened={opened}
      onClose={onClose}
      label="Search or run a command"
      placeholder="Name, phone, address, IP, number, ID, or a command"
      query={query}
      onQueryChange={onQueryChange}
      groups={[
        { label: 'Found', entries: [...results, ...(all ? [all, ...others] : [])] },
        { label: 'On this page', entries: actions },
        { label: 'Commands', entries: commands },
      ]}
      onAll={all?.run}
      empty={searching ? 'Searching…' : 'Nothing matches'}
    />
  );
}

/** The status of a result, and what a subscriber owes. */
function Condition({ result: { status, owed } }: { result: SearchResult }) {
  if (!status) return null;
  return (
    <Group gap="sm" justify="flex-end" wrap="nowrap" fz="sm">
      {owed.length > 0 && (
        <div>
          <VisuallyHidden>Owes </VisuallyHidden>
          <BalanceDue amounts={owed} />
        </div>
      )}
      <StatusBadge status={status} />
    </Group>
  );
}

function useCommands(onHelp: () => void): PaletteEntry[] {
  const goTo = useGoTo();
  const offered = useOffered();
  const { setColorScheme } = useMantineColorScheme();
  const places = navigation.flatMap(({ items }) => items.filter(offered));
  return [
    ...[...quickActions, ...frequentLists].filter(offered).map(({ label, href, icon: Icon }) => ({
      id: href,
      label,
      icon: <Icon size={18} aria-hidden />,
      run: () => goTo(href),
    })),
    ...places.map(({ label, href, key, icon: Icon }) => ({
      id: href,
      label: `Go to ${label}`,
      icon: <Icon size={18} aria-hidden />,
      keys: ['g', key],
      run: () => goTo(href),
    })),
    ...(['light', 'dark'] as const).map((scheme) => ({
      id: `theme-${scheme}`,
      label: `Use the ${scheme} theme`,
      icon: <IconSunMoon size={18} aria-hidden />,
      run: () => setColorScheme(scheme),
    })),
    {
      id: 'help',
      label: 'Keyboard shortcuts',
      icon: <IconKeyboard size={18} aria-hidden />,
      keys: ['?'],
      run: onHelp,
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      icon: <IconLogout size={18} aria-hidden />,
      run: () => leavePage(signOut),
    },
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
