'use client';

import {
  IconCalendarEvent,
  IconHourglass,
  IconMapPin,
  IconPhone,
  IconTool,
  IconUser,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ActionsMenu } from '@/components/detail/actions-menu.tsx';
import { MoneyText } from '@/components/format/money-text.tsx';
import { RowLink } from '@/components/format/row-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { Opener } from '@/components/shell/use-dialog.ts';
import { isFeeDue, isOpenInstallation } from '@/server/contract/installation-rules.ts';
import { actionsOf, type InstallationAction } from './actions.tsx';
import classes from './board.module.css';
import { kindNames, urgencyOf } from './labels.ts';
import type { NamedInstallation } from './named-installation.ts';

type BoardCardProps = {
  installation: NamedInstallation;
  /** The provider's time. */
  now: string;
  /** Absent without the permission to write. */
  opens?: (action: InstallationAction) => Opener;
};

/** One installation: subscriber, place, phone, appointment and technician. The card is a link to its page. */
export function BoardCard({ installation, now, opens }: BoardCardProps) {
  const { id, subscriberName, phone, placeName, address, kind, technician } = installation;
  const { scheduledAt, windowEndsAt, installedAt, feeAmount, currency } = installation;
  const urgency = urgencyOf(installation, now);
  const open = isOpenInstallation(installation);
  const name = subscriberName ?? '…';
  return (
    <li className={classes.card}>
      <div className={classes.name}>
        <RowLink href={`/installations/${id}`} data-row-link>
          {name}
        </RowLink>
      </div>
      {opens && open && (
        <div className={classes.menu}>
          <ActionsMenu actions={actionsOf(installation, opens)} label={`Actions for ${name}`} compact />
        </div>
      )}
      <div className={classes.lines}>
        <Line icon={<IconMapPin {...small} />}>
          {[placeName, address].filter(Boolean).join(', ') || installation.demarcationPointId}
        </Line>
        {open && phone && (
          <Line icon={<IconPhone {...small} />}>
            <a href={`tel:${phone}`} className={classes.phone}>
              {phone}
            </a>
          </Line>
        )}
        <Line icon={<IconTool {...small} />}>
          {kindNames[kind]}
          {isFeeDue(installation) && (
            <>
              {' · '}
              <MoneyText amount={feeAmount} currency={currency} /> due
            </>
          )}
        </Line>
        {open ? (
          <Line icon={<IconCalendarEvent {...small} />} tone={urgency === 'missed' ? 'red' : undefined}>
            {scheduledAt ? <TimeText value={scheduledAt} /> : 'No appointment'}
            {urgency === 'missed' && ' has passed'}
          </Line>
        ) : (
          installedAt && (
            <Line icon={<IconCalendarEvent {...small} />}>
              Installed <TimeText value={installedAt} />
            </Line>
          )
        )}
        {open && (
          <Line icon={<IconHourglass {...small} />} tone={urgency === 'closing' ? 'yellow' : undefined}>
            Deadline <TimeText value={windowEndsAt} detail="day" />
          </Line>
        )}
        <Line icon={<IconUser {...small} />}>{technician ?? 'No technician'}</Line>
      </div>
    </li>
  );
}

const small = { size: 15, stroke: 1.7, 'aria-hidden': true } as const;

function Line({ icon, tone, children }: { icon: ReactNode; tone?: 'red' | 'yellow'; children: ReactNode }) {
  return (
    <div className={classes.line} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </div>
  );
}
