import Fastify from 'fastify';
import { listQuery, newSubscriber, openStore, Refusal } from './store.js';

process.once('message', async ({ databaseUrl }) => {
  const store = openStore(databaseUrl);
  const app = Fastify();
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = await store.authenticate(
      request.headers['x-access-id'],
      request.headers['x-access-secret'],
    );
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Refusal ? error.status : error.name === 'ZodError' ? 422 : 500;
    reply.code(status).send({ success: false, error: { message: error.message } });
  });
  app.get('/api/subscribers', ({ caller, query }) => store.list(caller, listQuery.parse(query)));
  app.post('/api/subscribers', async ({ caller, body, headers }, reply) => {
    const answer = await store.create(caller, newSubscriber.parse(body), headers['idempotency-key']);
    return reply.code(201).type('application/json').send(answer);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.send({ port: app.server.address().port });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send({ cpu: user + system });
  });
});
process.on('disconnect', () => process.exit(0));
