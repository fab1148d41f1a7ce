/** Imports no library, so that pages can import it at no cost. */

/** Who acted, as an audit entry has it. */
export type Actor = { type: string; name: string; email?: string | null };

const kinds: Record<string, string> = { credential: 'API key', integration: 'Integration' };

/**
 * The name of an actor. Keys and integrations are named with their kind, because their names are chosen freely: neither reads as
 * a person. Automatic work has the names of `system-actors.ts`, which no person can have. Contract: Audit.
 */
export function actorText({ type, name }: Actor): string {
  const kind = kinds[type];
  if (kind) return `${kind} ${name}`;
  return type === 'system' ? name.replace(/^./, (letter) => letter.toUpperCase()) : name;
}

/** As `actorText`, with the email address of a person: `Ada Obi (ada@example.com)`. */
export function actorWithEmail(actor: Actor): string {
  const text = actorText(actor);
  return actor.email && actor.email !== actor.name ? `${text} (${actor.email})` : text;
}
