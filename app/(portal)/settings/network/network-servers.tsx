'use client';

import { Button } from '@mantine/core';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog, useDialogs } from '@/components/shell/use-dialog.ts';
import { useLoadedListSearch } from '@/components/table/use-loaded-list-search.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkServer } from '@/server/contract/portal/network-server.ts';

const AddServerDialog = lazyPart(() => import('./add-server-dialog.tsx'), 'AddServerDialog');
const RemoveServerDialog = lazyPart(() => import('./remove-server-dialog.tsx'), 'RemoveServerDialog');

/** The network servers, with the actions to add and remove one. */
export function NetworkServers({ initial }: { initial: NetworkServer[] }) {
  const query = trpc.networkServer.list.useQuery({}, { initialData: initial });
  const adding = useDialog();
  const removing = useDialogs<NetworkServer>();
  const mayWrite = useCan('settings:write');
  const { found, wanted, field } = useLoadedListSearch(
    query.data,
    'Name or address',
    ({ name, address }) => `${name} ${address}`,
  );
  return (
    <div>
      {field}
      <RelatedList
        title="Network servers"
        query={{ ...query, data: found }}
        primary={({ name }) => name}
        secondary={({ address, coaPort }) => (
          <span className="mono">{`${address}, CoA port ${coaPort}`}</span>
        )}
        aside={(server) =>
          mayWrite && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Remove ${server.name}`}
              {...removing.opens(server)}
            >
              Remove
            </Button>
          )
        }
        empty={
          wanted
            ? 'No network server matches the search.'
            : 'No network servers yet. Add the routers on which your subscribers sign in.'
        }
        action={
          mayWrite && (
            <Button size="compact-md" {...adding.opener}>
              Add server
            </Button>
          )
        }
      />
      {adding.isOpen && <AddServerDialog onClose={adding.close} />}
      {removing.opened && <RemoveServerDialog server={removing.opened} onClose={removing.close} />}
    </div>
  );
}
