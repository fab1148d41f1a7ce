'use client';

import type { ReactElement } from 'react';
import type { TriggerProps } from '../shell/popup-props.ts';
import { trpc } from '../trpc/client.ts';
import { OptionsFilter } from './options-filter.tsx';

type TagsFilterProps = {
  pill: ReactElement<TriggerProps>;
  value: string;
  onChange: (value: string | null) => void;
};

/** Filters by tags: a row has at least one of them. */
export function TagsFilter(props: TagsFilterProps) {
  const { data: tags = [] } = trpc.tag.list.useQuery({});
  const options = tags.map(({ name, subscribers }) => ({ value: name, label: `${name} (${subscribers})` }));
  return <OptionsFilter {...props} options={options} isAnyOf empty="No subscriber has a tag." />;
}
