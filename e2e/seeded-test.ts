import { type Seeded, seedPartner } from './seeded-partner.ts';
import { test as base } from './sign-in.ts';

/** A test that is signed in as the owner of a partner with data for every page. Its worker creates the partner once. */
export const test = base.extend<object, { seeded: Seeded }>({
  seeded: [
    async ({ browser }, use) => {
      const seeded = await seedPartner(browser);
      await use(seeded);
      await seeded.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  storageState: async ({ seeded }, use) => use(seeded.storageState),
});
