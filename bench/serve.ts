import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves on a free port and sends it to the parent process. Answers each message with the CPU time used so far, in µs. */
export function serve(handler: RequestListener): void {
  const server = createServer(handler);
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
    process.on('message', () => {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpu: user + system });
    });
  });
  process.on('disconnect', () => process.exit(0));
}
