'use client';

import { Anchor, Button, Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { FormActions } from '@/components/forms/form-actions.tsx';
import classes from '@/components/forms/secret-dialog.module.css';
import { SendDocumentDialog } from '@/components/forms/send-document-dialog.tsx';
import { CopyValue } from '@/components/shell/copy-value.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';

type PageLinkDialogProps = {
  id: string;
  onClose: () => void;
};

/** The link to the page of a subscriber: made here, copied and revoked. */
export function PageLinkDialog({ id, onClose }: PageLinkDialogProps) {
  const utils = trpc.useUtils();
  const { data: link, error } = trpc.subscriber.pageLink.useQuery({ id });
  const create = trpc.subscriber.createPageLink.useMutation({
    onSuccess: (made) => utils.subscriber.pageLink.setData({ id }, made),
  });
  const revocation = useDialog();
  const sending = useDialog();
  if (sending.isOpen) {
    return (
      <SendDocumentDialog
        title="Send link"
        operation="message.sendPageLink"
        id={id}
        contents={{ EMAIL: 'The email has the link.', SMS: 'The SMS has the link.' }}
        onClose={onClose}
      />
    );
  }
  if (revocation.isOpen) {
    return (
      <ConfirmDialog
        title="Revoke link"
        danger
        operation="subscriber.revokePageLink"
        input={{ id }}
        lines={[
          'The link stops at once, also in emails and on invoices that were sent. A new link is another one.',
        ]}
        done="The link is revoked."
        onClose={onClose}
      />
    );
  }
  const problem = error ?? create.error;
  return (
    <Dialog onClose={onClose} title="Customer’s page" size="lg">
      <Stack gap="md">
        <Text size="sm">
          The customer sees services, balance, invoices and usage there, and can pay. Anyone with the link can
          open it.
        </Text>
        {problem && <ProblemAlert problem={toApiProblem(problem)} />}
        {link?.url && (
          <div className={classes.secret}>
            <code className={classes.value}>{link.url}</code>
            <CopyValue value={link.url} label="link" />
          </div>
        )}
        <FormActions>
          {link?.url ? (
            <>
              <Button variant="default" {...revocation.opener}>
                Revoke link
              </Button>
              <Button variant="default" {...sending.opener}>
                Send link
              </Button>
              <Anchor href={link.url} target="_blank" rel="noreferrer">
                Open page
              </Anchor>
            </>
          ) : (
            <Button
              loading={(!link && !problem) || create.isPending}
              onClick={() => create.mutate({ id })}
              data-autofocus
            >
              Make link
            </Button>
          )}
        </FormActions>
      </Stack>
    </Dialog>
  );
}
