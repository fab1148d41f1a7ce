import { Text } from '@mantine/core';
import { type Actor, actorText } from '@/server/contract/texts/actor-text.ts';

/** Who acted: a person with the email address of that time, a key or an integration with its kind. */
export function ActorName({ type, name, email }: Actor) {
  const hasEmail = email && email !== name;
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {actorText({ type, name })}
      {hasEmail && (
        <Text span display="block" size="sm" c="dimmed">
          {email}
        </Text>
      )}
    </span>
  );
}
