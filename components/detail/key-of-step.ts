type Step =
  | { kind: 'request'; request: { id: string } }
  | { kind: 'inbound'; inbound: { id: string } }
  | { kind: 'audit'; entry: { id: string } }
  | { kind: 'event'; event: { id: string } }
  | { kind: 'email'; email: { id: string } };

/** The id of what a step shows; no two steps of a page have the same. */
export function keyOfStep(step: Step): string {
  switch (step.kind) {
    case 'request':
      return step.request.id;
    case 'inbound':
      return step.inbound.id;
    case 'audit':
      return step.entry.id;
    case 'event':
      return step.event.id;
    case 'email':
      return step.email.id;
  }
}
