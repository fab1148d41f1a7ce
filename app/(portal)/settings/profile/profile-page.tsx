'use client';

import { Button, Stack, Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { useDialog, useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { OwnSession, Profile } from '@/server/contract/portal/profile.ts';
import { NameForm } from './name-form.tsx';
import classes from './profile.module.css';
import type { SecondFactorAction } from './second-factor-dialogs.tsx';

const SecondFactorDialogs = lazyPart(() => import('./second-factor-dialogs.tsx'), 'SecondFactorDialogs');
const EmailDialog = lazyPart(() => import('./email-dialog.tsx'), 'EmailDialog');
const EndSessionDialog = lazyPart(() => import('./end-session-dialog.tsx'), 'EndSessionDialog');

type ProfilePageProps = { profile: Profile; sessions: OwnSession[]; sendsEmails: boolean };

/** The account of the person who is signed in: name, password, second factor, sessions. */
export function ProfilePage({ profile, sessions, sendsEmails }: ProfilePageProps) {
  const { data } = trpc.profile.get.useQuery({}, { initialData: profile });
  return (
    <>
      <PageHeader
        title="Profile"
        description="Your own account. It is the same in all organisations that you work for."
      />
      <Stack gap="xl">
        <NameForm profile={profile} />
        <div>
          <EmailAddress profile={profile} sendsEmails={sendsEmails} />
          <Panel
            title="Password"
            actions={
              <Button component="a" href="/change-password" variant="default" size="compact-md">
                Change password
              </Button>
            }
          >
            <Text size="sm">A new password signs out your other sessions.</Text>
          </Panel>
          <SecondFactor profile={data} />
          <Sessions initial={sessions} />
        </div>
      </Stack>
    </>
  );
}

function EmailAddress({ profile, sendsEmails }: { profile: Profile; sendsEmails: boolean }) {
  const { email, hasSecondFactor } = profile;
  const changing = useDialog();
  return (
    <>
      <Panel
        title="Email address"
        actions={
          sendsEmails && (
            <Button variant="default" size="compact-md" {...changing.opener}>
              Change email
            </Button>
          )
        }
      >
        <Text size="sm">
          You sign in as {email}.
          {!sendsEmails &&
            ' It cannot be changed: this installation sends no emails, so a new address cannot be confirmed.'}
        </Text>
      </Panel>
      {changing.isOpen && (
        <EmailDialog email={email} hasSecondFactor={hasSecondFactor} onClose={changing.close} />
      )}
    </>
  );
}

function SecondFactor({ profile }: { profile: Profile }) {
  const { email, hasSecondFactor, requiresSecondFactor, recoveryCodesLeft } = profile;
  const dialogs = useDialogs<SecondFactorAction>();
  return (
    <>
      <Panel
        title="Second factor"
        actions={
          hasSecondFactor ? (
            <>
              <Button variant="default" size="compact-md" {...dialogs.opens('replaceCodes')}>
                New recovery codes
              </Button>
              <Button variant="default" size="compact-md" {...dialogs.opens('disable')}>
                Turn off
              </Button>
            </>
          ) : (
            <Button size="compact-md" {...dialogs.opens('setUp')}>
              Turn on
            </Button>
          )
        }
      >
        <Stack gap="xs" align="flex-start">
          <StatusBadge
            status={hasSecondFactor ? 'active' : 'closed'}
            label={hasSecondFactor ? 'On' : 'Off'}
          />
          <Text size="sm">
            {hasSecondFactor
              ? `Signing in needs a code of your app after the password. ${codesLeft(recoveryCodesLeft)}`
              : 'With a second factor, signing in needs a code of an app on your phone after the password. A stolen password alone is useless then.'}
          </Text>
          {requiresSecondFactor && (
            <Text size="sm" c="dimmed">
              Your organisation requires a second factor.
            </Text>
          )}
        </Stack>
      </Panel>
      {dialogs.opened && (
        <SecondFactorDialogs
          action={dialogs.opened}
          email={email}
          isRequired={requiresSecondFactor}
          onClose={dialogs.close}
        />
      )}
    </>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return 'You have no recovery codes left: get new ones.';
  return `You have ${count} recovery ${count === 1 ? 'code' : 'codes'} left.`;
}

function Sessions({ initial }: { initial: OwnSession[] }) {
  const query = trpc.profile.sessions.useQuery({}, { initialData: initial });
  const ending = useDialogs<OwnSession | 'others'>();
  return (
    <>
      <RelatedList
        title="Sessions"
        query={query}
        action={
          query.data.length > 1 && (
            <Button variant="default" size="compact-md" {...ending.opens('others')}>
              End all others
            </Button>
          )
        }
        primary={({ device, isCurrent }) => (
          <>
            {device}
            {isCurrent && (
              <Text span c="dimmed">
                {' '}
                (this session)
              </Text>
            )}
          </>
        )}
        secondary={({ address, signedInAt, lastSeenAt, isCurrent }) => (
          <div className={classes.facts}>
            {address && <span className="tabular">{address}</span>}
            <span>
              Signed in <TimeText value={signedInAt} />
            </span>
            {!isCurrent && (
              <span>
                Last seen <TimeText value={lastSeenAt} />
              </span>
            )}
          </div>
        )}
        aside={(session) =>
          !session.isCurrent && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`End the session of ${session.device}`}
              {...ending.opens(session)}
            >
              End
            </Button>
          )
        }
        empty=""
      />
      {ending.opened && <EndSessionDialog session={ending.opened} onClose={ending.close} />}
    </>
  );
}
