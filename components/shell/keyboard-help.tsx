'use client';

import { Kbd } from '@mantine/core';
import { Dialog } from '../forms/dialog.tsx';
import classes from './keyboard-help.module.css';
import { navigation } from './navigation.ts';
import { useOffered } from './use-offered.ts';

type Shortcut = { keys: string[]; what: string };

const everywhere: Shortcut[] = [
  { keys: ['Ctrl', 'K'], what: 'Search, or run a command' },
  { keys: ['?'], what: 'Show this help' },
  { keys: ['Esc'], what: 'Close a menu or a dialog' },
];

const inLists: Shortcut[] = [
  { keys: ['/'], what: 'Search' },
  { keys: ['j'], what: 'Next row' },
  { keys: ['k'], what: 'Previous row' },
  { keys: ['Enter'], what: 'Open the row' },
  { keys: ['x'], what: 'Select the row' },
];

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const offered = useOffered();
  const places = navigation.flatMap(({ items }) => items.filter(offered));
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={classes.groups}>
        <Group title="Everywhere" shortcuts={everywhere} />
        <Group title="In a list" shortcuts={inLists} />
      </div>
      <Group
        title="Go to"
        isWide
        shortcuts={places.map(({ key, label }) => ({ keys: ['g', key], what: label }))}
      />
    </Dialog>
  );
}

type GroupProps = { title: string; shortcuts: Shortcut[]; isWide?: boolean };

function Group({ title, shortcuts, isWide }: GroupProps) {
  return (
    <section>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.list} data-wide={isWide}>
        {shortcuts.map(({ keys, what }) => (
          <div key={what} className={classes.shortcut}>
            <dt>{what}</dt>
            <dd className={classes.keys}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
