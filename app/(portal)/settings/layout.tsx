import type { ReactNode } from 'react';
import { SettingsNav } from './settings-nav.tsx';

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SettingsNav />
      {children}
    </>
  );
}
