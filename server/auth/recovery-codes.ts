import { randomBytes } from 'node:crypto';

/** How many recovery codes a person has at first. Contract: Second factor. */
const RECOVERY_CODES = 10;
/** 32 characters, none of which looks like another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** New recovery codes with 50 random bits each, such as `7k2mq-x0d4v`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const characters = [...randomBytes(10)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return grouped(characters);
  });
}

/** A code of an app as typed: `123 456` is `123456`. */
export function typedCode(typed: string): string {
  return typed.replace(/[\s-]/g, '');
}

/** A recovery code as typed: `7K2MQ X0D4V` is `7k2mq-x0d4v`. */
export function typedRecoveryCode(typed: string): string {
  const characters = typed.replace(/[\s-]/g, '').toLowerCase().replace(/[il]/g, '1').replaceAll('o', '0');
  return grouped(characters);
}

const grouped = (characters: string) => `${characters.slice(0, 5)}-${characters.slice(5)}`;
