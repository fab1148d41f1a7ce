import { Group, Stack, Text } from '@mantine/core';
import { CopyValue } from './copy-value.tsx';

/** A long value with a button that copies it, and where it is used. `label` is what is copied, for screen readers. */
export function CopyLine({ value, label, hint }: { value: string; label: string; hint: string }) {
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <span className="mono" style={{ overflowWrap: 'anywhere' }}>
          {value}
        </span>
        <CopyValue value={value} label={label} />
      </Group>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </Stack>
  );
}
