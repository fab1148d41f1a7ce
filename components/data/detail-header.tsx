'use client';

import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyId } from './copy-id.tsx';
import { PageHeader } from './page-header.tsx';
import { StatusBadge } from './status-badge.tsx';

export type DetailAction = {
  key: string;
  label: string;
  onClick: () => void;
  icon?: ReactNode;
  danger?: boolean;
  /** Why it cannot be done now; the entry stays visible and says so. */
  disabledBecause?: string;
};

type DetailHeaderProps = {
  title: ReactNode;
  id: string;
  parent: { label: string; href: string };
  status?: string;
  reason?: string | null;
  /** The one or two things most often done here, as buttons. */
  primary?: ReactNode;
  /** Everything else, behind the dots. */
  actions?: DetailAction[];
  /** Beside the id: who or what this belongs to. */
  context?: ReactNode;
};

/** Head of a detail page: what it is, its state with the reason, its id, and what can be done with it. */
export function DetailHeader(props: DetailHeaderProps) {
  const { title, id, parent, status, reason, primary, actions = [], context } = props;
  return (
    <PageHeader
      title={title}
      parent={parent}
      badge={status && <StatusBadge status={status} reason={reason} />}
      description={
        <Group gap="md">
          <CopyId id={id} />
          {context}
        </Group>
      }
      actions={
        (primary || actions.length > 0) && (
          <>
            {primary}
            {actions.length > 0 && <ActionsMenu actions={actions} />}
          </>
        )
      }
    />
  );
}

function ActionsMenu({ actions }: { actions: DetailAction[] }) {
  const safe = actions.filter(({ danger }) => !danger);
  const dangerous = actions.filter(({ danger }) => danger);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" color="gray" size={34} aria-label="More actions">
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
