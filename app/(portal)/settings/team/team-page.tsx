'use client';

import { Badge, Button, Stack, Text } from '@mantine/core';
import {
  IconArrowsExchange,
  IconDeviceMobileOff,
  IconLogout,
  IconMail,
  IconPlus,
  IconTrash,
  IconUserCog,
  IconX,
} from '@tabler/icons-react';
import { ActionsMenu } from '@/components/detail/actions-menu.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { useCan, useSession } from '@/components/shell/session-context.tsx';
import { type Opener, useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { InvitationSnapshot, MemberSnapshot, Team } from '@/server/contract/portal/team.ts';
import { roleLabels } from './labels.ts';
import classes from './team.module.css';
import type { TeamAction } from './team-dialogs.tsx';

const TeamDialogs = lazyPart(() => import('./team-dialogs.tsx'), 'TeamDialogs');

/** The people of the organisation, and who is invited. */
export function TeamPage({ initial }: { initial: Team }) {
  const query = trpc.team.get.useQuery({}, { initialData: initial });
  const mayWrite = useCan('staff:write');
  const dialogs = useDialogs<TeamAction>();
  const { members, invitations, requiresSecondFactor } = query.data;
  const opens = mayWrite ? dialogs.opens : undefined;
  return (
    <>
      <PageHeader
        title="Team"
        description="The people of the organisation. They work in the sandbox and in the live account."
        actions={
          mayWrite && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} {...dialogs.opens({ kind: 'invite' })}>
              Invite
            </Button>
          )
        }
      />
      <SecondFactorRule isRequired={requiresSecondFactor} members={members} opens={opens} />
      <Members rows={members} query={query} opens={opens} />
      {invitations.length > 0 && <Invitations rows={invitations} query={query} opens={opens} />}
      {dialogs.opened && <TeamDialogs action={dialogs.opened} onClose={dialogs.close} />}
    </>
  );
}

type SecondFactorRuleProps = { isRequired: boolean; members: MemberSnapshot[] } & Pick<
  ListProps<unknown>,
  'opens'
>;

/** Whether the team needs a second factor, and how many of its people have one. */
function SecondFactorRule({ isRequired, members, opens }: SecondFactorRuleProps) {
  const having = members.filter(({ hasSecondFactor }) => hasSecondFactor);
  return (
    <Panel
      title="Second factor"
      actions={
        opens && (
          <Button
            variant="default"
            size="compact-md"
            {...opens({ kind: 'factorRule', isRequired: !isRequired })}
          >
            {isRequired ? 'Make optional' : 'Require'}
          </Button>
        )
      }
    >
      <Stack gap="xs" align="flex-start">
        <StatusBadge status={isRequired ? 'active' : 'closed'} label={isRequired ? 'Required' : 'Optional'} />
        <Text size="sm">
          {isRequired
            ? 'Everybody in the team signs in with a code of an app after the password.'
            : 'Each person decides whether to sign in with a code of an app after the password.'}{' '}
          {having.length} of {members.length} {members.length === 1 ? 'member has' : 'members have'} one.
        </Text>
      </Stack>
    </Panel>
  );
}

type ListProps<T> = {
  rows: T[];
  query: { error: unknown; refetch: () => unknown };
  opens: ((action: TeamAction) => Opener) | undefined;
};

function Members({ rows, query: { error, refetch }, opens }: ListProps<MemberSnapshot>) {
  const { user } = useSession();
  return (
    <RelatedList
      title="Members"
      query={{ error, refetch, data: rows }}
      primary={({ id, name }) => (
        <>
          {name}
          {id === user.id && (
            <Text span c="dimmed">
              {' '}
              (you)
            </Text>
          )}
        </>
      )}
      secondary={({ name, email, lastSignInAt, hasSecondFactor }) => (
        <div className={classes.facts}>
          {email !== name && <span>{email}</span>}
          <span>
            {lastSignInAt ? (
              <>
                Last sign-in <TimeText value={lastSignInAt} />
              </>
            ) : (
              'Never signed in'
            )}
          </span>
          <span>{hasSecondFactor ? 'Second factor on' : 'No second factor'}</span>
        </div>
      )}
      aside={(member) => (
        <>
          <Badge variant="default" tt="none" miw="max-content">
            {roleLabels[member.role]}
          </Badge>
          {opens && <MemberActions member={member} isYou={member.id === user.id} opens={opens} />}
        </>
      )}
      empty=""
    />
  );
}

type MemberActionsProps = { member: MemberSnapshot; isYou: boolean; opens: (action: TeamAction) => Opener };

function MemberActions({ member, isYou, opens }: MemberActionsProps) {
  return (
    <ActionsMenu
      compact
      label={`Actions for ${member.name}`}
      actions={[
        {
          key: 'role',
          label: 'Change role',
          icon: <IconUserCog size={16} aria-hidden />,
          ...opens({ kind: 'role', member }),
        },
        {
          key: 'transfer',
          label: 'Transfer ownership',
          icon: <IconArrowsExchange size={16} aria-hidden />,
          disabledBecause: isYou ? 'You are an owner already' : undefined,
          ...opens({ kind: 'transfer', member }),
        },
        {
          key: 'resetFactor',
          label: 'Reset second factor',
          icon: <IconDeviceMobileOff size={16} aria-hidden />,
          disabledBecause: isYou
            ? 'Turn it off in your profile'
            : member.hasSecondFactor
              ? undefined
              : `${member.name} has none`,
          ...opens({ kind: 'resetFactor', member }),
        },
        {
          key: 'endSessions',
          label: 'Sign out everywhere',
          icon: <IconLogout size={16} aria-hidden />,
          disabledBecause: isYou ? 'End your sessions in your profile' : undefined,
          ...opens({ kind: 'endSessions', member }),
        },
        {
          key: 'remove',
          label: isYou ? 'Leave' : 'Remove',
          icon: <IconTrash size={16} aria-hidden />,
          danger: true,
          ...opens({ kind: 'remove', member, isYou }),
        },
      ]}
    />
  );
}

function Invitations({ rows, query: { error, refetch }, opens }: ListProps<InvitationSnapshot>) {
  return (
    <RelatedList
      title="Invitations"
      query={{ error, refetch, data: rows }}
      primary={({ email }) => email}
      secondary={({ invitedBy, createdAt, role }) => (
        <>
          {roleLabels[role]}, invited by {invitedBy} <TimeText value={createdAt} />
        </>
      )}
      aside={(invitation) => (
        <>
          <StatusBadge
            status={invitation.isExpired ? 'closed' : 'pending'}
            label={
              <>
                {invitation.isExpired ? 'Expired' : 'Expires'} <TimeText value={invitation.expiresAt} />
              </>
            }
          />
          {opens && (
            <ActionsMenu
              compact
              label={`Actions for the invitation of ${invitation.email}`}
              actions={[
                {
                  key: 'resend',
                  label: 'Resend',
                  icon: <IconMail size={16} aria-hidden />,
                  ...opens({ kind: 'resend', invitation }),
                },
                {
                  key: 'withdraw',
                  label: 'Withdraw',
                  icon: <IconX size={16} aria-hidden />,
                  danger: true,
                  ...opens({ kind: 'withdraw', invitation }),
                },
              ]}
            />
          )}
        </>
      )}
      empty=""
    />
  );
}
