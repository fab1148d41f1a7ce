'use client';

import { Button } from '@mantine/core';
import { IconBan, IconPlus, IconRefresh } from '@tabler/icons-react';
import { ActionsMenu } from '@/components/detail/actions-menu.tsx';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { useCan, useSession } from '@/components/shell/session-context.tsx';
import { type Opener, useDialogs } from '@/components/shell/use-dialog.ts';
import { useLoadedListSearch } from '@/components/table/use-loaded-list-search.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { AccessCredentialSnapshot } from '@/server/contract/portal/access-credential.ts';
import { isRotatable } from '@/server/contract/portal/access-credential-rules.ts';
import type { KeyAction } from './key-dialogs.tsx';
import classes from './keys.module.css';

const KeyDialogs = lazyPart(() => import('./key-dialogs.tsx'), 'KeyDialogs');

/** The credentials that programs call the API with. */
export function KeysPage({ initial }: { initial: AccessCredentialSnapshot[] }) {
  const query = trpc.accessCredential.list.useQuery(undefined, { initialData: initial });
  const mayWrite = useCan('developers:write');
  const { livemode } = useSession().provider;
  const dialogs = useDialogs<KeyAction>();
  const { found, wanted, field } = useLoadedListSearch(
    query.data,
    'Name or access ID',
    ({ label, accessId }) => `${label} ${accessId}`,
  );
  const active = found.filter(({ isActive }) => isActive);
  const revoked = found.filter(({ isActive }) => !isActive);
  return (
    <>
      <PageHeader
        title="API keys"
        description={
          <>
            For the {livemode ? 'live' : 'sandbox'} account. A program sends them with each call, as{' '}
            <code>X-Access-Id</code> and <code>X-Access-Secret</code>; see the{' '}
            <TextLink href="/docs" inherit underline="always">
              documentation
            </TextLink>
            .
          </>
        }
        actions={
          mayWrite && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} {...dialogs.opens({ kind: 'create' })}>
              New key
            </Button>
          )
        }
      />
      {field}
      <Keys
        title="Keys"
        rows={active}
        query={query}
        opens={mayWrite ? dialogs.opens : undefined}
        empty={
          wanted
            ? 'No active key matches the search.'
            : 'No active keys, so no program can call the API. Create one key for each program.'
        }
      />
      {revoked.length > 0 && <Keys title="Revoked" rows={revoked} query={query} empty="" />}
      {dialogs.opened && <KeyDialogs action={dialogs.opened} onClose={dialogs.close} />}
    </>
  );
}

type KeysProps = {
  title: string;
  rows: AccessCredentialSnapshot[];
  query: { error: unknown; refetch: () => unknown };
  opens?: (action: KeyAction) => Opener;
  empty: string;
};

function Keys({ title, rows, query, opens, empty }: KeysProps) {
  return (
    <RelatedList
      title={title}
      query={{ error: query.error, refetch: query.refetch, data: rows }}
      primary={({ label }) => label}
      secondary={(key) => (
        <div className={classes.facts}>
          <CopyId id={key.accessId} what="access id" />
          <span>
            Secret ends in <span className="mono">{key.secretLast4}</span>
          </span>
          <span>
            Created <TimeText value={key.createdAt} />
          </span>
          <span>
            {key.lastUsedAt ? (
              <>
                Last used <TimeText value={key.lastUsedAt} />
              </>
            ) : (
              'Never used'
            )}
          </span>
        </div>
      )}
      aside={(key) => (
        <>
          <KeyStatus credential={key} />
          {opens && key.isActive && (
            <ActionsMenu
              compact
              label={`Actions for ${key.label}`}
              actions={[
                {
                  key: 'rotate',
                  label: 'Rotate',
                  icon: <IconRefresh size={16} aria-hidden />,
                  disabledBecause: isRotatable(key) ? undefined : 'Already rotated',
                  ...opens({ kind: 'rotate', credential: key }),
                },
                {
                  key: 'revoke',
                  label: 'Revoke',
                  icon: <IconBan size={16} aria-hidden />,
                  danger: true,
                  ...opens({ kind: 'revoke', credential: key }),
                },
              ]}
            />
          )}
        </>
      )}
      empty={empty}
    />
  );
}

function KeyStatus({ credential: { isActive, expiresAt } }: { credential: AccessCredentialSnapshot }) {
  if (!isActive)
    return (
      <StatusBadge
        status="closed"
        label={
          <>
            Revoked <TimeText value={expiresAt} />
          </>
        }
      />
    );
  if (expiresAt) {
    return (
      <StatusBadge
        status="pending"
        label={
          <>
            Rotated, works until <TimeText value={expiresAt} />
          </>
        }
      />
    );
  }
  return <StatusBadge status="active" />;
}
