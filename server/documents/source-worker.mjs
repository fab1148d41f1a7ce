// Starts the thread from its sources, for development and tests: Node.js does not pass its loader on to threads.
import { register } from 'tsx/esm/api';

register();
await import('./invoice-worker.ts');
