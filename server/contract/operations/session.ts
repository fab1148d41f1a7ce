import { z } from 'zod';
import { portalWrite } from '../operation.ts';
import { idInput } from '../primitives.ts';

export const sessionOperations = {
  switchProvider: portalWrite({
    permission: 'own',
    input: z.strictObject({ providerId: idInput('provider') }),
    output: z.object({ providerId: z.string() }),
  }),
};
