import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form-actions.module.css';

/** The buttons at the end of a form or a dialog. In a dialog they stay in sight while its content scrolls. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" className={classes.root}>
      {children}
    </Group>
  );
}
