export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the origin, `/v1/plans`. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
};

type CurlOptions = { origin: string; secret: string; idempotencyKey?: string };

/** The same request as a command for a POSIX shell. Values are quoted so that nothing in them is expanded. */
export function curlCommand({ method, path, query, body }: ApiRequest, options: CurlOptions): string {
  const search = query && Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(options.origin + path + search)}`,
    '-H "X-Access-Id: $DEMARC_ACCESS_ID"',
    `-H "X-Access-Secret: ${options.secret}"`,
  ];
  if (method !== 'GET' && options.idempotencyKey)
    lines.push(`-H ${quote(`Idempotency-Key: ${options.idempotencyKey}`)}`);
  if (body !== undefined) {
    lines.push(`-H ${quote('Content-Type: application/json')}`, `-d ${quote(JSON.stringify(body, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
