'use client';

import { createAuthClient } from 'better-auth/react';

/** Sign-in and sign-out. Load it with `import()` where it is used: most pages never need it. */
export const authClient = createAuthClient();
