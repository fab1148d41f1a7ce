'use client';

import { Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { BrandMark } from './brand-mark.tsx';
import { MenuButton } from './menu-button.tsx';
import { notify } from './notify.ts';
import { useSession } from './session-context.tsx';
import classes from './shell.module.css';
import { leavePage } from './unsaved-input.ts';

/** Shows the name of the provider. Staff of several providers can switch to another. */
export function ProviderSwitch() {
  const { provider, providers } = useSession();
  const change = trpc.session.switchProvider.useMutation({
    // A full page load, so that no cache keeps data of the other provider.
    onSuccess: () => window.location.assign('/'),
    onError: (error: unknown) => notify({ color: 'red', message: toApiProblem(error).message }),
  });

  if (providers.length < 2) {
    return (
      <div className={classes.switch}>
        <BrandMark className={classes.mark} />
        <span className={classes.switchName}>{provider.name}</span>
      </div>
    );
  }
  return (
    <MenuButton
      position="bottom-start"
      width={260}
      button={
        <UnstyledButton className={classes.switch} aria-label={`Provider ${provider.name}, switch`}>
          <BrandMark className={classes.mark} />
          <span className={classes.switchName}>{provider.name}</span>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      }
    >
      {(Menu) => (
        <>
          <Menu.Label>Provider</Menu.Label>
          {providers.map((other) => (
            <Menu.Item
              key={other.id}
              onClick={() => {
                if (other.id !== provider.id) leavePage(() => change.mutate({ providerId: other.id }));
              }}
              aria-current={other.id === provider.id || undefined}
              rightSection={other.id === provider.id && <IconCheck size={14} aria-hidden />}
            >
              {other.name}
              <Text size="xs" c="dimmed">
                {other.livemode ? 'Live' : 'Sandbox'}
              </Text>
            </Menu.Item>
          ))}
        </>
      )}
    </MenuButton>
  );
}
