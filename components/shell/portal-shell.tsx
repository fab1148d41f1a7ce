'use client';

import { ActionIcon, AppShell, Burger } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { may } from '@/server/contract/roles.ts';
import { AccountMenu } from './account-menu.tsx';
import { BusyBar } from './busy-bar.tsx';
import { FollowChanges } from './follow-changes.tsx';
import { lazyPart } from './lazy-part.tsx';
import { NavLinks } from './nav-links.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { OtherAccount } from './other-account.tsx';
import { PaletteButton } from './palette-button.tsx';
import { ProviderSwitch } from './provider-switch.tsx';
import type { PortalSession } from './session.ts';
import { SessionProvider } from './session-context.tsx';
import classes from './shell.module.css';
import { ThemeToggle } from './theme-toggle.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useDialog } from './use-dialog.ts';

const CommandPalette = lazyPart(() => import('./command-palette.tsx'), 'CommandPalette');
const KeyboardHelp = lazyPart(() => import('./keyboard-help.tsx'), 'KeyboardHelp');

const headerHeight = 52;
const stripeHeight = 26;

export function PortalShell({ session, children }: { session: PortalSession; children: ReactNode }) {
  const [menu, menuControls] = useDisclosure(false);
  const help = useDialog();
  useHotkeys([['shift+?', help.opener.onClick]]);

  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(menuControls.close, [pathname]);

  const sandbox = !session.provider.livemode;
  const mayRead = may(session, 'read');
  return (
    <SessionProvider session={session}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <AppShell
        data-account={session.provider.id}
        header={{ height: headerHeight + (sandbox ? stripeHeight : 0) }}
        navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: !menu } }}
        padding={0}
      >
        <AppShell.Header className={classes.header}>
          {sandbox && (
            <div className={classes.stripe} role="note">
              <strong>Sandbox</strong>
              <span> – test data, no real money moves</span>
              {session.provider.isDemo && <a href="/demo">Act as payer, gateway or Splynx</a>}
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
            {mayRead && (
              <PaletteButton label="Search or run a command" text="Search or jump to…">
                {(palette) => <CommandPalette {...palette} onHelp={help.opener.onClick} />}
              </PaletteButton>
            )}
            <div className={classes.corner}>
              <ActionIcon
                size="lg"
                visibleFrom="sm"
                title="Keyboard shortcuts (?)"
                aria-label="Keyboard shortcuts"
                {...help.opener}
              >
                <IconKeyboard size={18} aria-hidden />
              </ActionIcon>
              {mayRead && <NotificationBell />}
              <ThemeToggle />
              <AccountMenu />
            </div>
          </div>
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar} aria-label="Portal">
          <NavLinks />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
          <div className={classes.page}>{children}</div>
        </AppShell.Main>
      </AppShell>
      <FollowChanges />
      <OtherAccount />
      <BusyBar />
      <UnsavedGuard />
      {help.isOpen && <KeyboardHelp onClose={help.close} />}
    </SessionProvider>
  );
}
