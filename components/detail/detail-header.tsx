'use client';

import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from '@/components/theme/colors.ts';
import { CopyId } from '../format/copy-id.tsx';
import { StatusBadge } from '../format/status-badge.tsx';
import { useOfferedActions } from '../shell/page-actions.ts';
import { PageHeader } from '../shell/page-header.tsx';
import { ActionsMenu, type DetailAction } from './actions-menu.tsx';

export type DetailHeaderProps = {
  title: ReactNode;
  id: string;
  parent: { label: string; href: string };
  status?: string;
  /** The label of the status, where it differs from its name. */
  statusLabel?: string;
  reason?: string | null;
  /** The colour, where it differs from that of the status, such as for an overdue invoice. */
  tone?: Tone;
  /** The one or two most frequent actions, as buttons. */
  primary?: ReactNode;
  /** The other actions, in the menu. */
  actions?: DetailAction[];
  /** Beside the id: the resources that it belongs to. */
  context?: ReactNode;
};

const none: DetailAction[] = [];

/** The header of a detail page: title, status with its reason, id and actions. */
export function DetailHeader(props: DetailHeaderProps) {
  const { title, id, parent, status, statusLabel, reason, tone, primary, actions = none, context } = props;
  useOfferedActions(actions);
  return (
    <PageHeader
      title={title}
      parent={parent}
      badge={status && <StatusBadge status={status} label={statusLabel} reason={reason} tone={tone} />}
      description={
        <Group gap="md" style={{ rowGap: 2 }}>
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
