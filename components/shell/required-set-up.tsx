'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';
import { signOut } from './sign-out.ts';

/** The set-up of a second factor, without which the person has access to no other page. */
export function RequiredSetUp({ email }: { email: string }) {
  const [isEnabled, setEnabled] = useState(false);
  return (
    <>
      <SecondFactorSetUp
        email={email}
        onEnabled={() => setEnabled(true)}
        // A full page load, so that every part reads the session again.
        onDone={() => window.location.assign('/')}
      />
      {!isEnabled && (
        <Button variant="subtle" size="md" onClick={() => signOut()} fullWidth>
          Sign out
        </Button>
      )}
    </>
  );
}
