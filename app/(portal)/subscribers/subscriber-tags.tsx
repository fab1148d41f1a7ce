'use client';

import { Badge, Button, Group, Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { listHref } from '@/components/table/list-definition.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriberTag } from '@/server/contract/portal/tag.ts';
import { subscriberList } from './list.ts';

const TagsDialog = lazyPart(() => import('./tags-dialog.tsx'), 'TagsDialog');

type SubscriberTagsProps = { subscriberId: string; initial: SubscriberTag[] };

/** The tags of a subscriber. Each leads to all subscribers that have it. */
export function SubscriberTags({ subscriberId, initial }: SubscriberTagsProps) {
  const { data: tags } = trpc.tag.ofSubscriber.useQuery({ subscriberId }, { initialData: initial });
  const dialog = useDialog();
  const mayWrite = useCan('notes:write');
  return (
    <Panel
      title="Tags"
      actions={
        mayWrite && (
          <Button size="compact-sm" variant="default" {...dialog.opener}>
            Edit tags
          </Button>
        )
      }
    >
      {tags.length === 0 ? (
        <Text c="dimmed" size="sm">
          No tags yet.
        </Text>
      ) : (
        <Group gap={6}>
          {tags.map(({ id, name, taggedBy }) => (
            <Badge
              key={id}
              component="span"
              variant="default"
              tt="none"
              size="lg"
              radius="sm"
              title={`Added by ${taggedBy}`}
            >
              <TextLink href={listHref(subscriberList, { filters: { tags: name } })} inherit>
                {name}
              </TextLink>
            </Badge>
          ))}
        </Group>
      )}
      {dialog.isOpen && <TagsDialog subscriberId={subscriberId} tags={tags} onClose={dialog.close} />}
    </Panel>
  );
}
