import { List, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** The effects of a dialog: dates, money, events, each on one line. */
export function WhatFollows({ lines, title = 'What will follow' }: { lines: ReactNode[]; title?: string }) {
  return (
    <section aria-label={title}>
      <Text size="sm" fw={500} mb={4}>
        {title}
      </Text>
      <List size="sm" spacing={4}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          <List.Item key={index}>{line}</List.Item>
        ))}
      </List>
    </section>
  );
}
