import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { FileChoice, FileQuestion } from '@/server/contract/portal/import-file.ts';
import classes from './file-question.module.css';

/** Choices that are shown at first. */
const FIRST = 6;

const texts = {
  encoding: {
    label: 'Which of these reads right?',
    description: 'The file does not say how its letters are stored. Choose the line whose names you know.',
    more: 'More ways to read it',
  },
  sheet: {
    label: 'Which sheet?',
    description: 'The workbook has several. One sheet is imported at a time.',
    more: 'More sheets',
  },
};

type Props = { question: FileQuestion; value: string; onChange: (value: string) => void };

/** The choice that a file needs before it can be read, each with some of its rows. */
export function FileQuestionInput({ question: { choose, choices }, value, onChange }: Props) {
  const [isAll, setIsAll] = useState(false);
  const { label, description, more } = texts[choose];
  const shown = isAll ? choices : choices.slice(0, FIRST);
  return (
    <Radio.Group
      label={label}
      description={description}
      inputWrapperOrder={['label', 'description', 'input']}
      value={value}
      onChange={onChange}
    >
      <Stack gap="sm" mt="sm">
        {shown.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.label}
            classNames={{ body: classes.choice, labelWrapper: classes.text }}
            description={<Preview choice={choice} />}
          />
        ))}
      </Stack>
      {shown.length < choices.length && (
        <Group mt="sm">
          <Button variant="subtle" size="compact-sm" onClick={() => setIsAll(true)}>
            {more}
          </Button>
        </Group>
      )}
    </Radio.Group>
  );
}

function Preview({ choice: { preview } }: { choice: FileChoice }) {
  const lines = [preview.columns, ...preview.rows];
  return (
    <>
      {lines.map((cells, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their order
        <Text key={i} size="sm" component="span" dir="auto" className={classes.line}>
          {cells.filter((cell) => cell !== '').join(' · ')}
        </Text>
      ))}
    </>
  );
}
