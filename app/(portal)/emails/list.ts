import type { ListDefinition } from '@/components/table/list-definition.ts';
import { emailKinds, emailStatuses, messageChannels } from '@/server/contract/enums.ts';
import { channelLabels, emailKindLabels, emailStatusLabels } from './labels.ts';

export const emailList: ListDefinition = {
  resource: 'emails',
  noun: { one: 'message', many: 'messages' },
  search: 'Recipient, invoice number or payment reference',
  created: 'Queued',
  filters: [
    {
      kind: 'enum',
      key: 'channel',
      label: 'Channel',
      options: messageChannels.map((value) => ({ value, label: channelLabels[value] })),
    },
    {
      kind: 'enum',
      key: 'status',
      label: 'Status',
      options: emailStatuses.map((value) => ({ value, label: emailStatusLabels[value] })),
      isAnyOf: true,
    },
    {
      kind: 'enum',
      key: 'kind',
      label: 'About',
      options: emailKinds.map((value) => ({ value, label: emailKindLabels[value] })),
      isAnyOf: true,
    },
    { kind: 'days', key: 'sent', label: 'Sent' },
    { kind: 'text', key: 'announcementId', label: 'Announcement', isLinked: true },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
  ],
};
