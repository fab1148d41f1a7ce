import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';

type WireAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of any body
  body: any;
};

type WireRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  /** Pieces are sent chunked unless `headers` has a content length. */
  body?: (string | Buffer)[];
};

/** Sends a request unchanged. Unlike `fetch` it adds no content type, keeps the path and allows a body on any method. */
export function onTheWire(base: string, { method = 'GET', path, headers, body = [] }: WireRequest) {
  return new Promise<WireAnswer>((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: JSON.parse(text || 'null'),
        });
      });
    });
    sent.on('error', reject);
    for (const chunk of body) sent.write(chunk);
    sent.end();
  });
}

/** Sends raw bytes and returns everything received until the connection closes. */
export function answerTo(base: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

/** Sends raw bytes and closes the connection without reading. */
export function hangUpAfter(base: string, bytes: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname, () => socket.write(bytes, () => socket.destroy()));
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}
