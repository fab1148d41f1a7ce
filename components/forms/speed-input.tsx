'use client';

import { NumberInput, type NumberInputProps } from '@mantine/core';

/** A speed in Mbps. Its value is a number, or `''` while it is blank. */
export function SpeedInput(props: NumberInputProps) {
  return (
    <NumberInput
      rightSection="Mbps"
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
      hideControls
      allowNegative={false}
      {...props}
    />
  );
}
