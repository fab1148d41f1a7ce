// Removes what an earlier build made, so that a package has no file of removed sources.
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
