'use client';

import { Checkbox, Input, Radio, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { eventCatalogue, eventTypes } from '@/server/contract/event-catalogue.ts';
import classes from './event-chooser.module.css';

type EventChooserProps = { value: string[]; onChange: (events: string[]) => void; error?: React.ReactNode };

const groups = [...typesByResource()];

/** All events, all events of a resource, or single events. A pattern includes types that are added later. */
export function EventChooser({ value, onChange, error }: EventChooserProps) {
  const labelId = useId();
  const [chosen, setChosen] = useState(value.includes('*') ? [] : value);
  const isAll = value.includes('*');
  const choose = (events: string[]) => {
    setChosen(events);
    onChange(events);
  };
  return (
    <Input.Wrapper
      label="Events"
      labelElement="div"
      required
      error={error}
      labelProps={{ id: labelId }}
      className={classes.root}
    >
      <Radio.Group
        aria-labelledby={labelId}
        value={isAll ? 'all' : 'some'}
        onChange={(kind) => onChange(kind === 'all' ? ['*'] : chosen)}
        mt={4}
      >
        <Stack gap={6}>
          <Radio value="all" label="All events, including future types" />
          <Radio value="some" label="Selected events" />
        </Stack>
      </Radio.Group>
      {!isAll && (
        <div className={classes.groups}>
          {groups.map(([resource, types]) => (
            <Group key={resource} resource={resource} types={types} value={value} onChange={choose} />
          ))}
        </div>
      )}
    </Input.Wrapper>
  );
}

type GroupProps = {
  resource: string;
  types: string[];
  value: string[];
  onChange: (events: string[]) => void;
};

function Group({ resource, types, value, onChange }: GroupProps) {
  const pattern = `${resource}.*`;
  const isWhole = value.includes(pattern);
  const some = types.some((type) => value.includes(type));
  const others = value.filter((event) => event !== pattern && !types.includes(event));
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        <Checkbox
          label={<span className="mono">{pattern}</span>}
          checked={isWhole}
          indeterminate={!isWhole && some}
          onChange={() => onChange(isWhole ? others : [...others, pattern])}
        />
      </legend>
      {types.map((type) => (
        <Checkbox
          key={type}
          size="xs"
          label={<span className="mono">{type.slice(resource.length + 1)}</span>}
          description={eventCatalogue[type as keyof typeof eventCatalogue].when}
          checked={isWhole || value.includes(type)}
          disabled={isWhole}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...value, type] : value.filter((other) => other !== type))
          }
        />
      ))}
    </fieldset>
  );
}

/** The event types by resource, in the catalogue's order. */
function typesByResource(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const type of eventTypes) {
    const [resource = ''] = type.split('.');
    found.set(resource, [...(found.get(resource) ?? []), type]);
  }
  return found;
}
