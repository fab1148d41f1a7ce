import { IconMessage } from '@tabler/icons-react';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import type { OwnBulkAction } from '@/components/table/bulk-action.ts';

/** The action of a list that sends a message to the people behind its rows. */
export const messageAction: OwnBulkAction = {
  name: 'message',
  label: 'Message',
  icon: <IconMessage size={15} aria-hidden />,
  permission: 'emails:write',
  Dialog: lazyPart(() => import('./announce-dialog.tsx'), 'AnnounceDialog'),
};
