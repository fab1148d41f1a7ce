'use client';

import { Button, Stack, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CancelButton } from '@/components/forms/cancel-button.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { FormActions } from '@/components/forms/form-actions.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { UnsavedInput } from '@/components/shell/unsaved-input.ts';
import { type ApiProblem, toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import { useAfterChange } from '@/components/trpc/use-after-change.ts';
import { MAX_TAGS, type SubscriberTag } from '@/server/contract/portal/tag.ts';

type TagsDialogProps = { subscriberId: string; tags: SubscriberTag[]; onClose: () => void };

/** Picks tags of the provider, or creates them. */
export function TagsDialog({ subscriberId, tags, onClose }: TagsDialogProps) {
  const utils = trpc.useUtils();
  const { client, finish } = useAfterChange<SubscriberTag[]>((after) =>
    utils.tag.ofSubscriber.setData({ subscriberId }, after),
  );
  const known = trpc.tag.list.useQuery({}).data ?? [];
  const [before] = useState(tags.map(({ name }) => name));
  const [names, setNames] = useState(before);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(null);
    try {
      finish(await client.tag.set.mutate({ subscriberId, names }), 'The tags are saved.', {
        operation: operationOf('tag.set', { subscriberId, names: before }),
        done: 'The tags are as before.',
      });
      onClose();
    } catch (error) {
      setProblem(toApiProblem(error));
      setIsBusy(false);
    }
  };

  return (
    <Dialog onClose={onClose} title="Edit tags" size="md">
      <UnsavedInput when={names.join() !== before.join() && !isBusy} />
      <form onSubmit={save}>
        <Stack gap="md">
          {problem && <ProblemAlert problem={problem} />}
          <TagsInput
            data-autofocus
            label="Tags"
            description="Pick one, or type a new name and press Enter"
            data={known.map(({ name }) => name)}
            // Escape closes open options first, and the dialog opens with the focus here.
            openOnFocus={false}
            {...(known.length === 0 && { dropdownOpened: false })}
            value={names}
            onChange={setNames}
            maxTags={MAX_TAGS}
            maxLength={40}
            splitChars={[',']}
            acceptValueOnBlur
            // The frame around the field shows the focus.
            styles={{ inputField: { outline: 'none' } }}
          />
          <FormActions>
            <CancelButton onClick={onClose} disabled={isBusy} />
            <Button type="submit" loading={isBusy}>
              Save tags
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  );
}
