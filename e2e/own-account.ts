import type { Browser } from '@playwright/test';
import { apiOf, createPartner, errorsOf, expect, signedInContext, withOwnPassword } from './sign-in.ts';

/**
 * An account for one flow, whose owner is signed in, with a page of theirs. `close` fails for errors in any of its pages.
 * @param options of the command that creates a partner
 */
export async function ownAccount(browser: Browser, name: string, ...options: string[]) {
  const email = `own-${crypto.randomUUID()}@example.com`;
  const owner = await withOwnPassword(await createPartner('--name', name, '--email', email, ...options));
  const context = await signedInContext(browser, owner);
  const errors = errorsOf(context);
  return {
    ...{ owner, context },
    page: await context.newPage(),
    api: apiOf(owner),
    async close() {
      await context.close();
      expect(errors).toEqual([]);
    },
  };
}
