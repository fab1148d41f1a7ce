'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type DetailAction = {
  key: string;
  label: string;
  onClick: () => void;
  icon?: ReactNode;
  danger?: boolean;
  /** Why the action is not possible now. The entry stays visible and shows the reason. */
  disabledBecause?: string;
};

type ActionsMenuProps = {
  actions: DetailAction[];
  /** The label of the button, where a page has several. */
  label?: string;
  compact?: boolean;
};

/** The actions of a page or a card. Dangerous actions are at the end, behind a line. */
export function ActionsMenu({ actions, label = 'More actions', compact = false }: ActionsMenuProps) {
  const safe = actions.filter(({ danger }) => !danger);
  const dangerous = actions.filter(({ danger }) => danger);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon
          variant={compact ? 'subtle' : 'default'}
          color="gray"
          size={compact ? 26 : 34}
          aria-label={label}
          data-menu
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {safe.map((action) => (
          <ActionItem key={action.key} action={action} />
        ))}
        {safe.length > 0 && dangerous.length > 0 && <Menu.Divider />}
        {dangerous.map((action) => (
          <ActionItem key={action.key} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ActionItem({ action }: { action: DetailAction }) {
  const { label, onClick, icon, danger, disabledBecause } = action;
  return (
    <Menu.Item
      leftSection={icon}
      color={danger && !disabledBecause ? 'var(--mantine-color-red-text)' : undefined}
      onClick={disabledBecause ? undefined : onClick}
      aria-disabled={disabledBecause ? true : undefined}
      closeMenuOnClick={!disabledBecause}
      c={disabledBecause ? 'dimmed' : undefined}
    >
      {label}
      {disabledBecause && <div style={{ fontSize: 'var(--mantine-font-size-xs)' }}>{disabledBecause}</div>}
    </Menu.Item>
  );
}
