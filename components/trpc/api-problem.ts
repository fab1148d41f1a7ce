export type RejectionReason = { field: string; code: string; message: string };

/** An error of the API, for a form, a table or a message. */
export type ApiProblem = {
  message: string;
  reasons: RejectionReason[];
  errorCode?: string;
  correlationId?: string;
  details?: Record<string, unknown>;
  /** HTTP status; absent when no answer came at all. */
  status?: number;
};

/** Reads the API's envelope from the error of a call. */
export function toApiProblem(error: unknown): ApiProblem {
  const data = record(record(error)?.data);
  const envelope = record(data?.envelope);
  const status = typeof data?.httpStatus === 'number' ? data.httpStatus : undefined;
  if (!envelope) {
    const unreachable = status === undefined;
    const message = unreachable
      ? 'The server did not answer. Check the connection and try again.'
      : text(record(error)?.message);
    return { message: message ?? 'Something went wrong.', reasons: [], status };
  }
  const reasons = Array.isArray(envelope.rejectionReasons) ? envelope.rejectionReasons.flatMap(toReason) : [];
  return {
    message: sentence(text(envelope.error), reasons),
    reasons,
    errorCode: text(envelope.errorCode),
    correlationId: text(envelope.correlationId),
    details: record(envelope.details) ?? undefined,
    status,
  };
}

/** Fields named by the reasons; `_` and anything outside of `fields` belongs to the form as a whole. */
export function splitReasons(problem: ApiProblem, fields: (path: string) => boolean) {
  const byField: Record<string, string> = {};
  const general: RejectionReason[] = [];
  for (const reason of problem.reasons) {
    if (reason.field !== '_' && fields(reason.field)) byField[reason.field] ??= reason.message;
    else general.push(reason);
  }
  return { byField, general };
}

/** Codes such as VALIDATION_FAILED are for programs. People read the reason beside them. */
function sentence(summary: string | undefined, reasons: RejectionReason[]): string {
  if (summary && !/^[A-Z][A-Z_]+$/.test(summary)) return summary;
  if (reasons.length > 1) return 'Some fields need another look.';
  return reasons[0]?.message ?? summary ?? 'Something went wrong.';
}

function toReason(value: unknown): RejectionReason[] {
  const reason = record(value);
  if (!reason) return [];
  return [
    { field: text(reason.field) ?? '_', code: text(reason.code) ?? '', message: text(reason.message) ?? '' },
  ];
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
