'use client';

import { Button, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { UnsavedInput } from '@/components/shell/unsaved-input.ts';
import { type DryRunState, isRefused } from '@/components/trpc/use-dry-run.ts';
import type { RestWrite } from './api-request.ts';
import { AsApiRequest } from './as-api-request.tsx';
import { CancelButton } from './cancel-button.tsx';
import { FormActions } from './form-actions.tsx';
import { focusByPage } from './loaded-on-use.ts';
import { Refusal } from './refusal.tsx';
import classes from './resource-form.module.css';
import type { ResourceForm as Resource } from './use-resource-form.ts';

const ExistingRecord = lazyPart(() => import('./existing-record.tsx'), 'ExistingRecord');
const MergeChoice = lazyPart(() => import('./merge-choice.tsx'), 'MergeChoice');

type ResourceFormProps<Values extends Record<string, unknown>, Request extends object> = {
  resource: Resource<Values, Request>;
  /** As on the button: "Create plan". */
  submitLabel: string;
  onCancel?: () => void;
  /** Shows the values and has no submit button. */
  isReadOnly?: boolean;
  /** The dry run of what will be sent. The form cannot be sent while it is refused. */
  preview?: DryRunState;
  /** The change that it sends, where `/v1` has it as well. */
  api?: RestWrite;
  /** Of the amounts, where no field has it. */
  currency?: string;
  children: ReactNode;
};

/** The frame of every form: the error on top, the fields, the curl command and the buttons. */
export function ResourceForm<Values extends Record<string, unknown>, Request extends object>(
  props: ResourceFormProps<Values, Request>,
) {
  const { resource, submitLabel, onCancel, isReadOnly = false, preview, api, currency, children } = props;
  const { problem, general, conflict, request, idempotencyKey, submitting } = resource;
  const mounted = useMounted();
  const fields = useRef<HTMLFieldSetElement>(null);
  const isAtField = Object.keys(resource.form.errors).length > 0;
  const isWholePage = onCancel !== undefined;
  useEffect(() => {
    if (mounted && isWholePage) focusFirst(fields.current);
  }, [mounted, isWholePage]);
  return (
    <form onSubmit={resource.onSubmit} noValidate className={classes.form}>
      <UnsavedInput when={resource.hasUnsavedInput} />
      <Stack gap="md">
        {problem && (
          <Refusal of={problem} isAtField={isAtField}>
            <ProblemAlert problem={problem} reasons={general}>
              <ExistingRecord problem={problem} values={resource.form.values} />
            </ProblemAlert>
          </Refusal>
        )}
        {conflict && (
          <MergeChoice
            problem={conflict.problem}
            fields={conflict.fields}
            values={{ currency, ...resource.form.values }}
            choose={(field, value) => resource.form.setFieldValue(field, value as never)}
          />
        )}
        {!problem && general.length > 0 && (
          <Refusal of={general} isAtField={isAtField}>
            <ProblemAlert problem={{ message: 'This cannot be sent yet.', reasons: general }} />
          </Refusal>
        )}
        {/* Input before hydration would be lost, so the fields are disabled until then. */}
        <fieldset ref={fields} disabled={!mounted || isReadOnly} className={classes.fieldset}>
          {children}
        </fieldset>
        {api && <AsApiRequest request={{ procedure: api, input: request }} idempotencyKey={idempotencyKey} />}
        <FormActions>
          {onCancel && <CancelButton onClick={onCancel} disabled={submitting} />}
          {!isReadOnly && (
            <Button type="submit" loading={submitting} disabled={!mounted || isRefused(preview)}>
              {submitLabel}
            </Button>
          )}
        </FormActions>
      </Stack>
    </form>
  );
}

/** Focuses the first field of a page, unless another one has the focus; a dialog does so itself. */
function focusFirst(fields: HTMLElement | null): void {
  const first = fields?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea');
  const isElsewhere =
    fields?.closest('[role="dialog"]') || document.activeElement?.matches('input, textarea');
  if (first && !isElsewhere) focusByPage(first);
}

/** A titled part of a form; fields stand in two columns where there is room. */
export function FormSection({ title, description, children }: FormSectionProps) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>{title}</legend>
      {description && <p className={classes.description}>{description}</p>}
      <div className={classes.fields}>{children}</div>
    </fieldset>
  );
}

type FormSectionProps = { title: string; description?: ReactNode; children: ReactNode };
