'use client';

import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import classes from './api-reference.module.css';
import { repairViewer } from './repair-viewer.ts';

/** The part of Scalar's browser bundle that is used here. */
type Viewer = {
  createApiReference: (
    element: Element,
    configuration: object,
  ) => { updateConfiguration: (configuration: object) => void; destroy: () => void };
};
declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface adds to that of the DOM
  interface Window {
    Scalar?: Viewer;
  }
}

/** The bundle, which the build copies from its package. */
const BUNDLE = '/api-viewer/standalone.js';

/** The colours and fonts of the portal. */
const styles = `
.light-mode, .dark-mode {
  --scalar-font: var(--mantine-font-family);
  --scalar-font-code: var(--mantine-font-family-monospace);
  --scalar-color-1: var(--mantine-color-text);
  --scalar-color-2: var(--mantine-color-dimmed);
  --scalar-color-3: var(--mantine-color-dimmed);
  --scalar-color-accent: var(--mantine-color-anchor);
  --scalar-color-blue: var(--mantine-color-blue-text);
  --scalar-color-green: var(--mantine-color-green-text);
  --scalar-color-orange: var(--mantine-color-yellow-text);
  --scalar-color-purple: var(--mantine-color-violet-text);
  --scalar-color-red: var(--mantine-color-red-text);
  --scalar-color-yellow: var(--mantine-color-yellow-text);
  --scalar-background-1: var(--mantine-color-body);
  --scalar-background-2: var(--surface-sunken);
  --scalar-background-3: var(--surface-hover);
  --scalar-background-accent: var(--mantine-color-brand-light);
  --scalar-border-color: var(--line);
  --scalar-custom-header-height: 57px;
}
/* The introduction grows while it is drawn, and what it would move is below the first screen. */
.narrow-references-container > .section-container:not(.tag-section-container) { min-height: 100vh; }
@media (max-width: 64em) { .light-mode, .dark-mode { --scalar-custom-header-height: 0px; } }`;

const configuration = (scheme: 'light' | 'dark') => ({
  url: '/v1/openapi.json',
  theme: 'none',
  // Nothing comes from or goes to another server.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // Ctrl+K searches all documentation, the operations included.
  hideSearch: true,
  // A secret that a reader types is not stored.
  persistAuth: false,
  hideDarkModeToggle: true,
  forceDarkModeState: scheme,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  customCss: styles,
  authentication: { preferredSecurityScheme: [['AccessId', 'AccessSecret']] },
});

/** The viewer of the API. Its bundle is loaded by this page alone. */
export function ApiReference({ children }: { children: ReactNode }) {
  const scheme = useComputedColorScheme('light');
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef<ReturnType<Viewer['createApiReference']>>(null);
  const [isFailed, setFailed] = useState(false);
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    let isLeft = false;
    let stopRepairs: (() => void) | undefined;
    load().then(
      ({ createApiReference }) => {
        if (isLeft || !element.current) return;
        const dark = document.documentElement.dataset.mantineColorScheme === 'dark';
        // The list is removed first, so that the viewer does not move up.
        flushSync(() => setShown(true));
        shown.current = createApiReference(element.current, configuration(dark ? 'dark' : 'light'));
        stopRepairs = repairViewer(element.current);
      },
      () => setFailed(true),
    );
    return () => {
      isLeft = true;
      stopRepairs?.();
      shown.current?.destroy();
      shown.current = null;
    };
  }, []);

  useEffect(() => shown.current?.updateConfiguration(configuration(scheme)), [scheme]);

  return (
    <div className={classes.root} data-viewer>
      {!isShown && (
        <main>
          {isFailed && (
            <p className={classes.failed}>
              The reference could not be loaded. <a href="/v1/openapi.json">The OpenAPI document</a> has the
              same content.
            </p>
          )}
          {children}
        </main>
      )}
      <div ref={element} />
    </div>
  );
}

function load(): Promise<Viewer> {
  return new Promise((done, fail) => {
    if (window.Scalar) return done(window.Scalar);
    const script = document.createElement('script');
    script.src = BUNDLE;
    script.onload = () => (window.Scalar ? done(window.Scalar) : fail(new Error('The bundle has no viewer')));
    script.onerror = () => fail(new Error('The bundle was not loaded'));
    document.head.append(script);
  });
}
