// Starts a thread or a process from its sources, for development and tests: Node.js does not pass its loader on to them.
import { register } from 'tsx/esm/api';

register();
await import(process.argv[2]);
