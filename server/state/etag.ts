import { createHash } from 'node:crypto';
import { shown } from './record.ts';
import { type Resource, type Row, sourceOf } from './resource.ts';

/** A version of a row: when it was last changed, in ms since 1970, and a hash of its stored fields. */
export type Version = { changedAt: number; hash: string };

/** The version of a row. Fields that need other rows have no part in it. Contract: Versions of a resource. */
export function versionOf<R extends Resource>(resource: R, row: Row<R>): Version {
  const { updatedAt } = row as { updatedAt: Date };
  return { changedAt: updatedAt.getTime(), hash: hashOf(shown(resource, row)) };
}

/** When results that are read without a description of a resource were changed last. */
const changes = new WeakMap<object, Date>();

/** Notes when a result was changed last, for its entity tag. Its fields are all stored. */
export function changedAt<T extends object>(result: T, at: Date): T {
  changes.set(result, at);
  return result;
}

/** The strong entity tag of an answer to a read of one resource. Contract: Versions of a resource. */
export function etagOf(result: object): string {
  const source = sourceOf(result);
  if (source) return tagOf(versionOf(source.resource, source.row));
  const at = changes.get(result);
  return at ? tagOf({ changedAt: at.getTime(), hash: hashOf(result) }) : `"${hashOf(result)}"`;
}

/** A version as an entity tag. */
export function tagOf({ changedAt, hash }: Version): string {
  return `"${changedAt.toString(36)}-${hash}"`;
}

/** When the version of an entity tag was written; null for a tag of another form. */
export function changedAtOf(tag: string): Date | null {
  const [, at] = /^"([0-9a-z]{1,9})-/.exec(tag) ?? [];
  return at === undefined ? null : new Date(Number.parseInt(at, 36));
}

function hashOf(value: object): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}
