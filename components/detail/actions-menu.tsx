'use client';

import { ActionIcon, type Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { MenuButton } from '@/components/shell/menu-button.tsx';
import type { PageAction } from '@/components/shell/page-actions.ts';

/** The entry of an action that is not possible now stays visible and shows the reason. */
export type DetailAction = PageAction & { danger?: boolean };

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
    <MenuButton
      position="bottom-end"
      width={260}
      button={
        <ActionIcon
          variant={compact ? 'subtle' : 'default'}
          color="gray"
          size={compact ? 30 : 36}
          aria-label={label}
          data-menu
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {(parts) => (
        <>
          {safe.map((action) => (
            <ActionItem key={action.key} action={action} parts={parts} />
          ))}
          {safe.length > 0 && dangerous.length > 0 && <parts.Divider />}
          {dangerous.map((action) => (
            <ActionItem key={action.key} action={action} parts={parts} />
          ))}
        </>
      )}
    </MenuButton>
  );
}

function ActionItem({ action, parts }: { action: DetailAction; parts: typeof Menu }) {
  const { label, onClick, icon, danger, disabledBecause } = action;
  return (
    <parts.Item
      leftSection={icon}
      color={danger && !disabledBecause ? 'var(--mantine-color-red-text)' : undefined}
      onClick={disabledBecause ? undefined : onClick}
      aria-haspopup={action['aria-haspopup']}
      aria-disabled={disabledBecause ? true : undefined}
      closeMenuOnClick={!disabledBecause}
      c={disabledBecause ? 'dimmed' : undefined}
    >
      {label}
      {disabledBecause && <div style={{ fontSize: 'var(--mantine-font-size-xs)' }}>{disabledBecause}</div>}
    </parts.Item>
  );
}
