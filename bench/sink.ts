// A receiver of deliveries: it takes what comes, but for one address, where it never answers.
import { serve } from './serve.ts';

serve((req, res) => {
  req.resume();
  if (req.url === '/never') return;
  req.on('end', () => res.writeHead(200, { 'content-length': 2 }).end('ok'));
});
