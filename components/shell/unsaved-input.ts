'use client';

import { createContext, useContext, useEffect, useId } from 'react';

/** The dialog around a part; null on the page itself. */
export const DialogScope = createContext<string | null>(null);

type Question = {
  /** Asks whether input may be discarded, and calls `discard` on consent. */
  ask: (discard: () => void) => void;
  /** Called when there is input to ask about, so that the question needs no server later. */
  prepare: () => void;
};

/** The scope of each unsaved input. */
const unsaved = new Map<string, string | null>();
let question: Question | null = null;

/** Registers what asks. Returns its removal. */
export function onUnsavedInput(asked: Question): () => void {
  question = asked;
  return () => {
    question = null;
  };
}

export function hasUnsavedInput(): boolean {
  return unsaved.size > 0;
}

/** While `when` holds, leaving the dialog or the page around this part asks first. */
export function UnsavedInput({ when }: { when: boolean }) {
  const id = useId();
  const scope = useContext(DialogScope);
  useEffect(() => {
    if (!when) return;
    unsaved.set(id, scope);
    question?.prepare();
    return () => void unsaved.delete(id);
  }, [when, id, scope]);
  return null;
}

/** Leaves the page: asks first where any of its input is unsaved. */
export function leavePage(proceed: () => void) {
  leave([...unsaved.keys()], proceed);
}

/** Leaves a dialog or, with null, the form of the page: asks first where input in it is unsaved. */
export function leaveScope(scope: string | null, proceed: () => void) {
  leave(
    [...unsaved].filter(([, each]) => each === scope).map(([id]) => id),
    proceed,
  );
}

function leave(ids: string[], proceed: () => void) {
  if (ids.length === 0 || !question) return proceed();
  question.ask(() => {
    for (const id of ids) unsaved.delete(id);
    proceed();
  });
}
