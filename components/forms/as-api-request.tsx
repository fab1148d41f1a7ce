'use client';

import { Button, Collapse } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCode } from '@tabler/icons-react';
import { useId } from 'react';
import { lazyPart } from '../shell/lazy-part.tsx';
import type { ApiRequestProps } from './api-request-command.tsx';
import classes from './as-api-request.module.css';

// The paths of all changes are loaded by the first click on the button.
const Command = lazyPart(() => import('./api-request-command.tsx'), 'ApiRequestCommand');

/** Shows the request of a form as a curl command. */
export function AsApiRequest(props: ApiRequestProps) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <div className={classes.root}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconCode size={15} aria-hidden />}
        onClick={toggle}
        aria-expanded={opened}
        aria-controls={id}
      >
        As an API request
      </Button>
      <Collapse expanded={opened} id={id}>
        {opened && <Command {...props} />}
      </Collapse>
    </div>
  );
}
