import { type FormEvent, useState } from 'react';

type Problem = { status: number; code?: string; message?: string };

/** A request of a form around sign-in: null after success, otherwise what was refused. */
type Send = (data: FormData) => Promise<Problem | null>;

/**
 * The state of a form around sign-in: it sends, says what was refused and keeps what was typed.
 * @param texts sentences by the code of the refusal, where the server's own does not fit
 * @param onDone called after success, while the form is still busy
 */
export function useAuthForm(send: Send, texts: Record<string, string> = {}, onDone?: () => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const refused = await send(new FormData(event.currentTarget));
      if (!refused) return onDone?.();
      setProblem(sentenceFor(refused, texts));
    } catch {
      setProblem('The server did not answer. Check the connection and try again.');
    }
    setBusy(false);
  };
  return { problem, busy, submit };
}

function sentenceFor({ status, code = '', message }: Problem, texts: Record<string, string>): string {
  if (status === 429) return 'Too many attempts. Wait a few minutes, then try again.';
  if (status >= 500) return 'This does not work at the moment. Please try again.';
  return texts[code] ?? message ?? 'This was refused.';
}

/** Sends a POST to a path of `/api/auth`. */
export async function postAuth(path: string, body: object): Promise<Problem | null> {
  const answer = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.ok) return null;
  const { code, message } = await answer.json().catch(() => ({}));
  return { status: answer.status, code, message };
}
