'use client';

import { Alert, Radio, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { actorText } from '@/server/contract/texts/actor-text.ts';
import { currencyIn, describeValue, fieldTitle, idsAmong } from '@/server/contract/texts/describe-change.ts';
import { SentenceText } from '../format/sentence-text.tsx';
import { TimeText } from '../format/time-text.tsx';
import type { ApiProblem } from '../trpc/api-problem.ts';
import { useNames } from '../trpc/use-names.ts';
import { isSame, type MergedField, withoutKeys } from './merge.ts';
import { Refusal } from './refusal.tsx';

type MergeChoiceProps = {
  /** The refusal of the outdated change: its details say who changed the resource, and when. */
  problem: ApiProblem;
  /** Undefined until the present version is read. */
  fields: MergedField[] | undefined;
  values: Record<string, unknown>;
  choose: (field: string, value: unknown) => void;
};

/** Who changed what while a form was open, with a choice between both versions of each field. */
export function MergeChoice({ problem, fields, values, choose }: MergeChoiceProps) {
  const ids = idsAmong(fields);
  const names = useNames(ids, ids.length > 0) ?? {};
  const { changedBy, updatedAt } = problem.details ?? {};
  const actor = changedBy as { type: string; name: string } | null | undefined;
  const change = actor ? `${actorText(actor)} changed this` : 'This changed';
  const known = { names, currency: currencyIn(values) };
  const text = (field: string, value: unknown) => (
    <SentenceText sentence={describeValue(field, withoutKeys(value), known)} />
  );
  return (
    <Refusal of={problem}>
      <Alert
        role="alert"
        color="yellow"
        variant="light"
        icon={<IconUsers size={18} aria-hidden />}
        title={`${change} while you were editing it`}
      >
        <Stack gap="sm">
          <Text size="sm">
            {typeof updatedAt === 'string' && (
              <>
                Saved <TimeText value={updatedAt} />.{' '}
              </>
            )}
            Nothing of yours is saved yet.{' '}
            {fields?.length === 0
              ? 'What changed is not in this form. Save again.'
              : 'Choose for each field, then save again.'}
          </Text>
          {fields?.map(({ field, mine, theirs, isMine }) => (
            <Radio.Group
              key={field}
              label={fieldTitle(field)}
              value={isSame(values[field], theirs) ? 'theirs' : isSame(values[field], mine) ? 'mine' : null}
              onChange={(chosen) => choose(field, chosen === 'theirs' ? theirs : mine)}
            >
              <Stack gap={4} mt={4}>
                <Radio
                  value="mine"
                  label={
                    <>
                      {isMine ? 'Keep mine' : 'Keep as it was'}: {text(field, mine)}
                    </>
                  }
                />
                <Radio value="theirs" label={<>Take theirs: {text(field, theirs)}</>} />
              </Stack>
            </Radio.Group>
          ))}
        </Stack>
      </Alert>
    </Refusal>
  );
}
