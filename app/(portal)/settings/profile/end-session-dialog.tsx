'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { OwnSession } from '@/server/contract/portal/profile.ts';

type EndSessionDialogProps = { session: OwnSession | 'others'; onClose: () => void };

/** Confirms the end of one session, or of all but the present one. */
export function EndSessionDialog({ session, onClose }: EndSessionDialogProps) {
  if (session === 'others') {
    return (
      <ConfirmDialog
        title="End all other sessions"
        danger
        operation="profile.endOtherSessions"
        input={{}}
        effects={['You stay signed in here, and are signed out everywhere else at once.']}
        done={({ ended }) => (ended === 1 ? '1 session has ended.' : `${ended} sessions have ended.`)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      title={`End the session of ${session.device}`}
      actionLabel="End session"
      danger
      operation="profile.endSession"
      input={{ id: session.id }}
      effects={['It is signed out at once. What was not saved there is lost.']}
      done="The session has ended."
      onClose={onClose}
    />
  );
}
