import { restWrites } from '@/server/contract/generated/rest-writes.ts';
import type { ApiRequest } from './curl-command.ts';

/** The procedure of a change that `/v1` has as well. */
export type RestWrite = keyof typeof restWrites;

export function isRestWrite(procedure: string): procedure is RestWrite {
  return procedure in restWrites;
}

/** The request under `/v1` that makes a change. An id of the path that is still missing stays a placeholder. */
export function apiRequestOf(procedure: RestWrite, input: object): ApiRequest {
  const [method, template, ...inQuery]: readonly [ApiRequest['method'], string, ...string[]] =
    restWrites[procedure];
  const body: Record<string, unknown> = { ...input };
  const take = (name: string) => {
    const { [name]: value } = body;
    delete body[name];
    return value ? String(value) : undefined;
  };
  const path = template.replace(/\{(\w+)\}/g, (placeholder, name: string) => take(name) ?? placeholder);
  const query = Object.fromEntries(
    inQuery.flatMap((name) => {
      const value = take(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const isEmpty = Object.values(body).every((value) => value === undefined);
  const hasBody = !isEmpty || method === 'PUT' || method === 'PATCH';
  return { method, path, query, body: hasBody ? body : undefined };
}
