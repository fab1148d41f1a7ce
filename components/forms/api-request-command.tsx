'use client';

import { Button, CopyButton, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { apiRequestOf, type RestWrite } from './api-request.ts';
import classes from './as-api-request.module.css';
import { type ApiRequest, curlCommand } from './curl-command.ts';

export type ApiRequestProps = {
  /** The request, or the change that it makes. */
  request: ApiRequest | { procedure: RestWrite; input: object };
  idempotencyKey?: string;
};

/** The curl command of a request. The portal has no secret: the command reads it from the shell. */
export function ApiRequestCommand({ request: given, idempotencyKey }: ApiRequestProps) {
  const origin = useSyncExternalStore(
    () => () => undefined,
    () => window.location.origin,
    () => '',
  );
  const request = 'procedure' in given ? apiRequestOf(given.procedure, given.input) : given;
  const commandWith = (secret: string) => curlCommand(request, { origin, secret, idempotencyKey });
  return (
    <>
      <div className={classes.frame}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus */}
        <section className={classes.code} tabIndex={0} aria-label="curl command">
          <pre>{commandWith('••••••••')}</pre>
        </section>
        <div className={classes.copy}>
          <CopyButton value={commandWith('$DEMARC_ACCESS_SECRET')}>
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
    </>
  );
}
