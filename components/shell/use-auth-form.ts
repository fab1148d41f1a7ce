import { type FormEvent, useState } from 'react';

/** A refusal of `/api/auth`. */
export class AuthRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type Sentences = {
  /** What does not work on a failure of the server: "Signing in". */
  subject?: string;
  /** How long to wait after too many attempts. */
  wait?: 'a minute' | 'a few minutes';
  /** The sentence for any other refusal. By default the server's own. */
  refused?: string;
  /** Sentences by the code of the refusal. */
  byCode?: Record<string, string>;
};

/** The sentences of forms in which a signed-in person enters the password or a code. */
export const codeSentences = {
  byCode: {
    INVALID_PASSWORD: 'The password is incorrect.',
    INVALID_CODE: 'The code is incorrect or was used before. Wait for the next one.',
    INVALID_BACKUP_CODE: 'The recovery code is incorrect or was used before.',
  },
};

/**
 * The state of a form around sign-in: it sends, says what was refused and keeps what was typed. After success it stays
 * busy, because another page or another part follows.
 * @param onRefused called after a failure
 */
export function useAuthForm(
  send: (data: FormData) => Promise<void>,
  sentences: Sentences = {},
  onRefused?: () => void,
) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await send(new FormData(event.currentTarget));
    } catch (error) {
      setProblem(sentenceFor(error, sentences));
      setBusy(false);
      onRefused?.();
    }
  };
  return { problem, busy, submit };
}

function sentenceFor(error: unknown, sentences: Sentences): string {
  const { subject = 'This', wait = 'a minute', refused, byCode = {} } = sentences;
  if (!(error instanceof AuthRefusal)) {
    return 'The server did not answer. Check the connection and try again.';
  }
  if (error.status === 429) return `Too many attempts. Wait ${wait}, then try again.`;
  if (error.status >= 500) return `${subject} does not work at the moment. Please try again.`;
  return byCode[error.code] ?? refused ?? (error.message || 'This was refused.');
}

/**
 * Sends a POST to a path of `/api/auth` and returns its answer.
 * @throws AuthRefusal
 */
export async function postAuth<Answer = unknown>(path: string, body: object = {}): Promise<Answer> {
  const answer = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.ok) return answer.json();
  const { code = '', message = '' } = await answer.json().catch(() => ({}));
  throw new AuthRefusal(answer.status, code, message);
}
