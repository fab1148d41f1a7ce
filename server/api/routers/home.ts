import { z } from 'zod';
import { homeFigures } from '../../contract/metrics.ts';
import { readHome } from '../../domain/metrics/home.ts';
import { read } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

/** Portal only. */
export const homeRouter = router({
  figures: procedure('read')
    .input(z.strictObject({}))
    .output(homeFigures)
    .query(read(readHome, { mayBeStale: true })),
});
