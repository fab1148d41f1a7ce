import { and, desc, eq, type SQL } from 'drizzle-orm';
import { messageText } from '../../../../drizzle/schema/message.ts';
import type { FactKind, Language, MessageChannel } from '../../../contract/enums.ts';
import { type MessageText, shippedText } from '../../../messages/shipped.ts';
import type { Scope } from '../../../work/scope.ts';

/** A text and the row that has it; null for the text that ships. */
export type StoredText = MessageText & { id: string | null };

/** The text that a provider sends now. */
export async function currentText(
  scope: Pick<Scope, 'db' | 'providerId'>,
  { kind, channel, language }: { kind: FactKind; channel: MessageChannel; language: Language },
): Promise<StoredText> {
  const own = await readText(
    scope,
    and(eq(messageText.kind, kind), eq(messageText.channel, channel), eq(messageText.language, language)),
  );
  return own ?? { id: null, ...shippedText(kind, channel, language) };
}

/** A text by its row; null where its row has no body. */
export function readStoredText(
  scope: Pick<Scope, 'db' | 'providerId'>,
  id: string,
): Promise<StoredText | null> {
  return readText(scope, eq(messageText.id, id));
}

async function readText(
  scope: Pick<Scope, 'db' | 'providerId'>,
  which: SQL | undefined,
): Promise<StoredText | null> {
  const [row] = await scope.db
    .select()
    .from(messageText)
    .where(and(eq(messageText.providerId, scope.providerId), which))
    .orderBy(desc(messageText.id))
    .limit(1);
  return row?.body ? { id: row.id, subject: row.subject, body: row.body } : null;
}
