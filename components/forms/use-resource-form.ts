'use client';

import { type UseFormReturnType, useForm } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { useEffect, useState, useTransition } from 'react';
import {
  type ApiProblem,
  type RejectionReason,
  splitReasons,
  toApiProblem,
} from '@/components/trpc/api-problem.ts';
import type { CallOptions } from '@/components/trpc/call-options.ts';
import { type ContractSchema, contractErrors } from './contract-errors.ts';
import { type Conflict, useFollowedVersion, type Version } from './use-followed-version.ts';
import { useIdempotencyKey } from './use-idempotency-key.ts';

type ResourceFormOptions<Values extends Record<string, unknown>, Request, Result> = {
  /**
   * The contract's own schema of the request, loaded separately because its libraries are large:
   * `() => import('@/server/contract/plan.ts').then((contract) => contract.planCreate)`.
   */
  loadSchema: () => Promise<ContractSchema<Request>>;
  initialValues: Values;
  /** Of a form that changes a resource: the change is refused if another one came first. It may follow when the form is open. */
  version?: Version<Values> | undefined;
  /** Whether the initial values are a complete request, which has a preview before the first change. */
  isComplete?: boolean;
  /**
   * The request from the values of the form. The schema refuses missing fields.
   * @param before the stored values that the form began with, or that its values are merged with
   */
  toRequest: (values: Values, before: Values) => Request;
  submit: (request: Request, call: CallOptions) => Promise<Result>;
  /** Of a form that stays open after it is saved: the values of what was saved. */
  valuesOf?: (result: Result) => Values;
  onDone: (result: Result) => void;
};

export type ResourceForm<Values extends Record<string, unknown>, Request = unknown> = {
  form: UseFormReturnType<Values>;
  /** Props of the input at a dot-path. */
  field: UseFormReturnType<Values>['getInputProps'];
  onSubmit: (event?: React.SyntheticEvent<HTMLFormElement>) => void;
  submitting: boolean;
  /** Whether leaving the form would lose input. */
  hasUnsavedInput: boolean;
  /** The last refusal. Its reasons without a field of this form are in `general`. */
  problem: ApiProblem | null;
  general: RejectionReason[];
  conflict: Conflict | null;
  /** The request from the current values. */
  request: Request;
  /** The request, if the contract's schema accepts it; else null. */
  validRequest: Request | null;
  idempotencyKey: string;
};

/**
 * One form for one request of the API. The contract's schema checks it, and refusals of the API are shown at their
 * fields. A failure keeps the input. Sending the same content again is safe, because the idempotency key changes with
 * the content only.
 */
export function useResourceForm<Values extends Record<string, unknown>, Request, Result>(
  options: ResourceFormOptions<Values, Request, Result>,
): ResourceForm<Values, Request> {
  const {
    loadSchema,
    initialValues,
    version,
    isComplete = false,
    toRequest,
    submit,
    valuesOf,
    onDone,
  } = options;
  const router = useRouter();
  /** The version that the form began with, or that its values are merged with. */
  const [base, setBase] = useState(version);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [general, setGeneral] = useState<RejectionReason[]>([]);
  const [submitting, setSubmitting] = useState(false);
  /** Whether the values are being checked before they are sent. The schema may have to be loaded first. */
  const [isChecking, setChecking] = useState(false);
  /** Whether the version that was saved is being read: until then the form would send the one before. */
  const [isReading, startReading] = useTransition();
  /** The values that were saved last, as text. */
  const [saved, setSaved] = useState<string | null>(null);

  const before = base?.values ?? initialValues;
  const isField = (path: string) => (path.split('.')[0] ?? '') in initialValues;
  const form = useForm<Values>({
    initialValues,
    validate: async (values) => contractErrors(await loadSchema(), toRequest(values, before)),
  });
  const request = toRequest(form.values, before);
  const isDirty = form.isDirty();
  const hasUnsavedInput = isDirty && JSON.stringify(form.values) !== saved;
  const validRequest = useValidRequest(loadSchema, request, { isDirty, isComplete });
  const idempotencyKey = useIdempotencyKey(request);
  const {
    conflict,
    begin: beginConflict,
    end: endConflict,
  } = useFollowedVersion(form, version, {
    ...{ base, setBase, saved },
  });

  const focus = (paths: string[]) => {
    paths
      .map((path) => form.getInputNode<HTMLElement, string>(path))
      .find(Boolean)
      ?.focus();
  };

  const send = async () => {
    setSubmitting(true);
    setProblem(null);
    setGeneral([]);
    try {
      const ifMatch = base && { ifMatch: base.etag };
      const result = await submit(request, { context: { idempotencyKey, ...ifMatch } });
      const values = valuesOf?.(result) ?? form.values;
      setSaved(JSON.stringify(values));
      endConflict();
      if (valuesOf) {
        form.setInitialValues(values);
        form.setValues(values);
        form.resetDirty(values);
        startReading(() => router.refresh());
      }
      onDone(result);
    } catch (error) {
      const refusal = toApiProblem(error);
      if (base && isOutdated(refusal)) {
        beginConflict(refusal);
        (base.readAgain ?? router.refresh)();
        return;
      }
      const split = splitReasons(refusal, isField);
      setProblem(refusal);
      setGeneral(split.general);
      form.setErrors(split.byField);
      focus(Object.keys(split.byField));
    } finally {
      setSubmitting(false);
    }
  };

  const showErrors = (errors: Record<string, unknown>) => {
    const withoutField = Object.entries(errors).filter(([path]) => !isField(path));
    setProblem(null);
    setGeneral(
      withoutField.map(([field, message]) => ({ field, code: 'INVALID_VALUE', message: String(message) })),
    );
    focus(Object.keys(errors));
  };

  const check = form.onSubmit(
    () => {
      setChecking(false);
      return send();
    },
    (errors) => {
      setChecking(false);
      showErrors(errors);
    },
  );
  const onSubmit: typeof check = (event) => {
    setChecking(true);
    loadSchema().catch((error: unknown) => {
      setChecking(false);
      setProblem(toApiProblem(error));
    });
    return check(event);
  };
  // The check moves what is below, and a click there would miss. So leaving a field without a change does not check it.
  const field: typeof form.getInputProps = (path, more) => {
    const props = form.getInputProps(path, more);
    const onBlur = (event: unknown) => {
      props.onBlur?.(event);
      if (form.isDirty(path)) void form.validateField(path);
    };
    return { ...props, onBlur };
  };
  return {
    form: { ...form, getInputProps: field },
    field,
    onSubmit,
    submitting: isChecking || submitting || isReading,
    hasUnsavedInput,
    problem,
    general,
    conflict,
    request,
    validRequest,
    idempotencyKey,
  };
}

/** Whether a change was refused because of its `If-Match`. */
function isOutdated({ status, reasons }: ApiProblem): boolean {
  return status === 409 && reasons.some(({ field }) => field === 'If-Match');
}

/**
 * The last checked request; null where the schema refuses it. The schema is loaded with the first change, so that the
 * first load of a page is without it; until then a complete request is not checked. Where a click or a key opened the
 * form, the schema is loaded at once.
 */
function useValidRequest<Request>(
  loadSchema: () => Promise<ContractSchema<Request>>,
  request: Request,
  { isDirty, isComplete }: { isDirty: boolean; isComplete: boolean },
): Request | null {
  const [valid, setValid] = useState<Request | null>(isComplete ? request : null);
  const text = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the request
  useEffect(() => {
    if (!isDirty && !navigator.userActivation.hasBeenActive) return;
    let isCurrent = true;
    void loadSchema().then((schema) => {
      const isValid = Object.keys(contractErrors(schema, request)).length === 0;
      if (isCurrent) setValid(isValid ? request : null);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, isDirty]);
  return valid;
}
