// `next start` in a process that can tell its port and its CPU time.
import { createServer } from 'node:http';
import next from 'next';

process.once('message', async ({ databaseUrl }) => {
  process.env.DATABASE_URL = databaseUrl;
  const app = next({ dev: false, dir: import.meta.dirname });
  await app.prepare();
  const server = createServer(app.getRequestHandler());
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send({ cpu: user + system });
  });
});
process.on('disconnect', () => process.exit(0));
