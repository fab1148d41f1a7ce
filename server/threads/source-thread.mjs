// Starts a thread from its sources, for development and tests: Node.js does not pass its loader on to threads.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData);
