'use client';

import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import type { ApiProblem } from '@/components/trpc/api-problem.ts';
import type { MergedField } from './merge.ts';

/** The stored version of the resource that a form changes. */
export type Version<Values> = {
  etag: string;
  values: Values;
  /** Reads it again; `router.refresh()` by default, for a version that the page has read. */
  readAgain?: () => void;
};

/** The entity tag that no version of a resource has. */
const NO_VERSION = '""';

/** A change that was refused because the resource has another version than the form began with. */
export type Conflict = {
  problem: ApiProblem;
  /** What differs. Undefined until the present version is read. */
  fields: MergedField[] | undefined;
};

type Followed<Values> = {
  /** The version that the form began with, or that its values are merged with. */
  base: Version<Values> | undefined;
  setBase: (version: Version<Values>) => void;
  /** The values that were saved last, as text. */
  saved: string | null;
};

/**
 * The values of a form follow the version of the resource: when it is read first, when the form has saved it, and when another
 * person has changed it meanwhile. Input stays in each case.
 */
export function useFollowedVersion<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  version: Version<Values> | undefined,
  { base, setBase, saved }: Followed<Values>,
) {
  const [conflict, setConflict] = useState<Conflict | null>(null);

  // What the page showed may be older than the version that follows. Input over an older value is refused as outdated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the version is there
  useEffect(() => {
    if (base || !version) return;
    const shown = form.getInitialValues();
    const stored = Object.entries(version.values);
    const untouched = stored.filter(([field]) => !form.isDirty(field));
    const isOutdated = stored.some(
      ([field, value]) => form.isDirty(field) && JSON.stringify(value) !== JSON.stringify(shown[field]),
    );
    form.setInitialValues(version.values);
    form.setValues(Object.fromEntries(untouched) as Partial<Values>);
    setBase(isOutdated ? { ...version, etag: NO_VERSION, values: shown } : version);
  }, [version === undefined]);

  // A form that stays open continues with the version that it saved, once that is read.
  const isOwn = saved !== null && version !== undefined && JSON.stringify(version.values) === saved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each version that is read again
  useEffect(() => {
    if (isOwn) setBase(version);
  }, [isOwn, version?.etag]);

  // The refusal comes before the version that it is about.
  const isReadAgain = conflict?.fields === undefined && version?.etag !== base?.etag;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each version that is read again
  useEffect(() => {
    if (!conflict || !isReadAgain || !version || !base) return;
    // Few forms need it, and every page with a form would load it.
    void import('./merge.ts').then(({ mergedFields }) => {
      const fields = mergedFields(base.values, form.getValues(), version.values);
      const theirs = fields
        .filter(({ isMine }) => !isMine)
        .map(({ field }) => [field, version.values[field]]);
      form.setInitialValues(version.values);
      form.setValues(Object.fromEntries(theirs));
      setBase(version);
      setConflict({ ...conflict, fields });
    });
  }, [conflict, isReadAgain]);

  return {
    conflict,
    /** A change was refused as outdated. */
    begin: (problem: ApiProblem) => setConflict({ problem, fields: undefined }),
    end: () => setConflict(null),
  };
}
