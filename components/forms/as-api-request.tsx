'use client';

import { Button, Collapse, CopyButton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconCode, IconCopy } from '@tabler/icons-react';
import { useId, useSyncExternalStore } from 'react';
import classes from './as-api-request.module.css';
import { type ApiRequest, curlCommand } from './curl-command.ts';

type AsApiRequestProps = { request: ApiRequest; idempotencyKey?: string };

/** Shows the request of a form as a curl command. The portal has no secret: the command reads it from the shell. */
export function AsApiRequest({ request, idempotencyKey }: AsApiRequestProps) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  const origin = useSyncExternalStore(
    () => () => undefined,
    () => window.location.origin,
    () => '',
  );
  const shown = opened ? curlCommand(request, { origin, secret: '••••••••', idempotencyKey }) : '';
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
        <div className={classes.frame}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus */}
          <section className={classes.code} tabIndex={0} aria-label="curl command">
            <pre>{shown}</pre>
          </section>
          <div className={classes.copy}>
            <CopyButton
              value={
                opened
                  ? curlCommand(request, { origin, secret: '$DEMARC_ACCESS_SECRET', idempotencyKey })
                  : ''
              }
            >
              {({ copied, copy }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={copy}
                  leftSection={
                    copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
                  }
                >
                  {copied ? 'Copied' : 'Copy'}
                </Button>
              )}
            </CopyButton>
          </div>
        </div>
        <Text size="xs" c="dimmed" mt={4}>
          The copy takes the credentials from <code>$DEMARC_ACCESS_ID</code> and{' '}
          <code>$DEMARC_ACCESS_SECRET</code>.
        </Text>
      </Collapse>
    </div>
  );
}
