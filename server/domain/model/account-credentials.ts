import { fingerprint, seal, unseal } from '../../sealed.ts';

/** Credentials of an account at a gateway, by the names of the contract. */
export type Credentials = Record<string, string>;

/** The length of the token in an address: 32 hexadecimal digits, 128 bits in all. */
const TOKEN_LENGTH = 32;

/** The credentials of an account as they are stored. */
export function sealCredentials(accountId: string, credentials: Credentials): string {
  return seal(JSON.stringify(credentials), accountId);
}

/**
 * The credentials of a connected account.
 * @throws Error with a text for staff where they were sealed with a secrets key that this process does not have
 */
export function openCredentials(accountId: string, sealed: string): Credentials {
  try {
    return JSON.parse(unseal(sealed, accountId));
  } catch (cause) {
    throw new Error('The credentials cannot be decrypted. Enter them again.', { cause });
  }
}

/**
 * The token in the address to which the gateway of an account reports. It follows from the secrets key, so that the address can be
 * entered at the gateway before the first connection, which stores it.
 * @param kind the kind of the account, of which a provider has one for each gateway
 */
export function newHookToken(kind: 'gateway' | 'message', providerId: string, gateway: string): string {
  return fingerprint(`${kind} hook ${providerId} ${gateway}`).slice(0, TOKEN_LENGTH);
}
