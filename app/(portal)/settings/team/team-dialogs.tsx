'use client';

import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { SecretDialog } from '@/components/forms/secret-dialog.tsx';
import { Select } from '@/components/forms/select.tsx';
import { notify } from '@/components/shell/notify.ts';
import type {
  InvitationSnapshot,
  InvitationWithLink,
  MemberSnapshot,
} from '@/server/contract/portal/team.ts';
import { type Role, roles } from '@/server/contract/roles.ts';
import { roleLabels, roleTexts } from './labels.ts';

export type TeamAction =
  | { kind: 'invite' }
  | { kind: 'resend' | 'withdraw'; invitation: InvitationSnapshot }
  | { kind: 'role' | 'transfer' | 'resetFactor' | 'endSessions'; member: MemberSnapshot }
  | { kind: 'factorRule'; isRequired: boolean }
  | { kind: 'remove'; member: MemberSnapshot; isYou: boolean };

type Closing = { onClose: () => void };

/** The dialogs that change the team. */
export function TeamDialogs({ action, onClose }: { action: TeamAction } & Closing) {
  switch (action.kind) {
    case 'invite':
      return <InviteDialog onClose={onClose} />;
    case 'resend':
      return <ResendDialog invitation={action.invitation} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawDialog invitation={action.invitation} onClose={onClose} />;
    case 'role':
      return <RoleDialog member={action.member} onClose={onClose} />;
    case 'transfer':
      return <TransferDialog member={action.member} onClose={onClose} />;
    case 'resetFactor':
      return <ResetFactorDialog member={action.member} onClose={onClose} />;
    case 'endSessions':
      return <EndSessionsDialog member={action.member} onClose={onClose} />;
    case 'factorRule':
      return <FactorRuleDialog {...action} onClose={onClose} />;
    case 'remove':
      return <RemoveDialog member={action.member} isYou={action.isYou} onClose={onClose} />;
  }
}

const roleOptions = roles.map((value) => ({ value, label: roleLabels[value] }));

type RoleSelectProps = { value: Role; error?: string; onChange: (role: Role) => void };

function RoleSelect({ value, error, onChange }: RoleSelectProps) {
  return (
    <Select
      label="Role"
      description={roleTexts[value]}
      data={roleOptions}
      value={value}
      allowDeselect={false}
      error={error}
      onChange={(role) => onChange((role ?? value) as Role)}
    />
  );
}

function InviteDialog({ onClose }: Closing) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('support');
  return (
    <ConfirmDialog
      title="Invite to the team"
      actionLabel="Send invitation"
      operation="team.invite"
      input={email.trim() === '' ? null : { email, role }}
      effects={[
        'The person gets an email with a link, which works once and for seven days.',
        'The role applies to the sandbox and to the live account.',
      ]}
      fields={['email', 'role']}
      onDone={noticeSent}
      result={(made) => <Invited made={made} onClose={onClose} />}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextInput
            label="Email"
            type="email"
            autoComplete="off"
            required
            data-autofocus
            value={email}
            error={errors.email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <RoleSelect value={role} error={errors.role} onChange={setRole} />
        </>
      )}
    </ConfirmDialog>
  );
}

function noticeSent({ email, link }: InvitationWithLink) {
  if (link === null) notify({ color: 'green', message: `An invitation is on its way to ${email}.` });
}

/** The link of an invitation, where no email carries it. */
function Invited({ made, onClose }: { made: InvitationWithLink } & Closing) {
  const { link } = made;
  useEffect(() => {
    if (link === null) onClose();
  }, [link, onClose]);
  if (link === null) return null;
  return (
    <SecretDialog
      title={`${made.email} is invited`}
      secrets={[{ label: 'Link', value: link }]}
      note="This installation sends no emails. Give the link to the person; it works once and for seven days."
      onClose={onClose}
    />
  );
}

function ResendDialog({ invitation: { id, email }, onClose }: { invitation: InvitationSnapshot } & Closing) {
  return (
    <ConfirmDialog
      title={`Resend the invitation of ${email}`}
      actionLabel="Resend invitation"
      operation="team.resendInvitation"
      input={{ id }}
      effects={[
        'The person gets another email. Its link works for seven days from now.',
        'The old link stops working.',
      ]}
      onDone={noticeSent}
      result={(made) => <Invited made={made} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

function WithdrawDialog({
  invitation: { id, email },
  onClose,
}: { invitation: InvitationSnapshot } & Closing) {
  return (
    <ConfirmDialog
      title={`Withdraw the invitation of ${email}`}
      actionLabel="Withdraw invitation"
      danger
      operation="team.withdrawInvitation"
      input={{ id }}
      effects={['The link stops working.']}
      done={`${email} is no longer invited.`}
      onClose={onClose}
    />
  );
}

function RoleDialog({ member, onClose }: { member: MemberSnapshot } & Closing) {
  const [role, setRole] = useState(member.role);
  return (
    <ConfirmDialog
      title={`Role of ${member.name}`}
      actionLabel="Change role"
      operation="team.changeRole"
      input={role === member.role ? null : { id: member.id, role }}
      effects={['The new role applies at once, also where the person is signed in.']}
      fields={['role']}
      done={`${member.name} is ${roleLabels[role].toLowerCase()} now.`}
      onClose={onClose}
    >
      {(errors) => <RoleSelect value={role} error={errors.role} onChange={setRole} />}
    </ConfirmDialog>
  );
}

function TransferDialog({ member: { id, name, email }, onClose }: { member: MemberSnapshot } & Closing) {
  return (
    <ConfirmDialog
      title={`Transfer ownership to ${name}`}
      actionLabel="Transfer ownership"
      danger
      operation="team.transferOwnership"
      input={{ id, confirm: email }}
      effects={[
        `${name} becomes owner and may do everything.`,
        'You become admin, and can no longer change the team.',
      ]}
      phrase={email}
      done={`${name} is owner now.`}
      onClose={onClose}
    />
  );
}

function ResetFactorDialog({ member: { id, name }, onClose }: { member: MemberSnapshot } & Closing) {
  return (
    <ConfirmDialog
      title={`Reset the second factor of ${name}`}
      actionLabel="Reset second factor"
      danger
      operation="team.resetSecondFactor"
      input={{ id }}
      effects={[
        `${name} is signed out everywhere, and then signs in with the password alone.`,
        'The app and the recovery codes stop working.',
        'Make sure that the request really comes from this person.',
      ]}
      done={`The second factor of ${name} is reset.`}
      onClose={onClose}
    />
  );
}

function EndSessionsDialog({ member: { id, name }, onClose }: { member: MemberSnapshot } & Closing) {
  return (
    <ConfirmDialog
      title={`Sign ${name} out everywhere`}
      actionLabel="Sign out everywhere"
      danger
      operation="team.endSessions"
      input={{ id }}
      effects={[
        `All sessions of ${name} end at once, on every device. Ended sessions cannot be restored.`,
        'What the person was typing is lost.',
        'The person can sign in again. Remove the member to prevent that.',
      ]}
      done={`${name} is signed out everywhere.`}
      onClose={onClose}
    />
  );
}

type FactorRuleDialogProps = { isRequired: boolean } & Closing;

function FactorRuleDialog({ isRequired, onClose }: FactorRuleDialogProps) {
  return (
    <ConfirmDialog
      title={isRequired ? 'Require a second factor' : 'Make the second factor optional'}
      actionLabel={isRequired ? 'Require second factor' : 'Make it optional'}
      danger={!isRequired}
      operation="team.requireSecondFactor"
      input={{ isRequired }}
      effects={
        isRequired
          ? [
              'Members without one have to set it up at their next click, before anything else.',
              'It applies to the sandbox and to the live account. API keys are not affected.',
            ]
          : ['Those who have a second factor keep it, and may turn it off.']
      }
      done={isRequired ? 'A second factor is required now.' : 'The second factor is optional now.'}
      onClose={onClose}
    />
  );
}

type RemoveDialogProps = { member: MemberSnapshot; isYou: boolean } & Closing;

function RemoveDialog({ member: { id, name }, isYou, onClose }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      title={isYou ? 'Leave the organisation' : `Remove ${name}`}
      actionLabel={isYou ? 'Leave organisation' : 'Remove member'}
      danger
      operation="team.remove"
      input={{ id }}
      effects={[
        isYou ? 'You lose access at once.' : `${name} loses access at once, also where signed in.`,
        'What the person has done stays in the audit log.',
      ]}
      done={isYou ? 'You have left the organisation.' : `${name} is removed.`}
      onClose={onClose}
    />
  );
}
