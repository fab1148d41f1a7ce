'use client';

import { ActionIcon, AppShell, Burger, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys, useWindowEvent } from '@mantine/hooks';
import { IconKeyboard, IconSearch } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { AccountMenu } from './account-menu.tsx';
import { lazyPart } from './lazy-part.tsx';
import { NavLinks } from './nav-links.tsx';
import { ProviderSwitch } from './provider-switch.tsx';
import type { PortalSession } from './session.ts';
import { SessionProvider } from './session-context.tsx';
import classes from './shell.module.css';
import { ThemeToggle } from './theme-toggle.tsx';
import { WebhookTroubles } from './webhook-troubles.tsx';

const CommandPalette = lazyPart(() => import('./command-palette.tsx'), 'CommandPalette');
const KeyboardHelp = lazyPart(() => import('./keyboard-help.tsx'), 'KeyboardHelp');

const headerHeight = 52;
const stripeHeight = 26;

export function PortalShell({ session, children }: { session: PortalSession; children: ReactNode }) {
  const [menu, menuControls] = useDisclosure(false);
  // Both stay mounted after the first use, so that they open at once the next time.
  const [palette, setPalette] = useState<boolean | null>(null);
  const [help, setHelp] = useState<boolean | null>(null);
  useHotkeys([['mod+K', () => setPalette(true)]], []);
  useHotkeys([['shift+?', () => setHelp(true)]]);

  // It is mounted, closed, when Ctrl goes down, so that no character typed after Ctrl+K is lost.
  const preparePalette = () => setPalette((opened) => opened ?? false);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Control' || key === 'Meta') preparePalette();
  });

  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(menuControls.close, [pathname]);

  const sandbox = !session.provider.livemode;
  return (
    <SessionProvider session={session}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <AppShell
        header={{ height: headerHeight + (sandbox ? stripeHeight : 0) }}
        navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: !menu } }}
        padding={0}
      >
        <AppShell.Header className={classes.header}>
          {sandbox && (
            <div className={classes.stripe} role="note">
              <strong>Sandbox</strong> – test data, no real money moves
            </div>
          )}
          <div className={classes.bar}>
            <Burger
              opened={menu}
              onClick={menuControls.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={menu ? 'Close navigation' : 'Open navigation'}
              aria-expanded={menu}
            />
            <div className={classes.provider}>
              <ProviderSwitch />
            </div>
            <UnstyledButton
              className={classes.search}
              onPointerEnter={preparePalette}
              onFocus={preparePalette}
              onClick={() => setPalette(true)}
              aria-label="Search or run a command"
            >
              <IconSearch size={16} aria-hidden />
              <span className={classes.searchText}>Search or jump to…</span>
              <span className={classes.searchKeys} aria-hidden>
                <Kbd size="xs">Ctrl K</Kbd>
              </span>
            </UnstyledButton>
            <div className={classes.corner}>
              <ActionIcon
                size="lg"
                visibleFrom="sm"
                title="Keyboard shortcuts (?)"
                aria-label="Keyboard shortcuts"
                onClick={() => setHelp(true)}
              >
                <IconKeyboard size={18} aria-hidden />
              </ActionIcon>
              <ThemeToggle />
              <AccountMenu />
            </div>
          </div>
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar} aria-label="Portal">
          <NavLinks />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
          <div className={classes.page}>
            <WebhookTroubles />
            {children}
          </div>
        </AppShell.Main>
      </AppShell>
      {palette !== null && (
        <CommandPalette opened={palette} onClose={() => setPalette(false)} onHelp={() => setHelp(true)} />
      )}
      {help !== null && <KeyboardHelp opened={help} onClose={() => setHelp(false)} />}
    </SessionProvider>
  );
}
