'use client';

import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import type { InputOf, ProcedureName } from '@/components/trpc/operation.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { RestWrite } from './api-request.ts';
import { Consequences } from './consequences.tsx';
import { ResourceForm } from './resource-form.tsx';
import type { ResourceForm as Resource } from './use-resource-form.ts';

type EditFormProps<Values extends Record<string, unknown>, N extends ProcedureName & RestWrite> = {
  resource: Resource<Values, InputOf<N>>;
  /** The procedure that saves the resource. The preview runs it dry. */
  procedure: N;
  /** As on the button: `plan` for "Save plan". */
  noun: string;
  /** The page of the resource, which follows on Cancel. */
  page: string;
  children: ReactNode;
};

/** The form that changes a resource on a page of its own, with a preview of the change. */
export function EditForm<Values extends Record<string, unknown>, N extends ProcedureName & RestWrite>(
  props: EditFormProps<Values, N>,
) {
  const { resource, procedure, noun, page, children } = props;
  const router = useRouter();
  const isChanged = resource.form.isDirty();
  const preview = useDryRun(procedure, isChanged ? resource.validRequest : null);
  return (
    <ResourceForm
      resource={resource}
      submitLabel={`Save ${noun}`}
      onCancel={() => router.push(page)}
      api={procedure}
    >
      {children}
      <Consequences run={preview} incomplete={isChanged ? undefined : 'Nothing changes yet.'} />
    </ResourceForm>
  );
}
