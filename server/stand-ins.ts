/** The addresses of stand-ins for external systems, as URLs, by the secret with which Demarc reaches the system. */
const addresses = new Map<string, string>();

/** The accounts with stand-ins as external systems. */
const demos = new Set<string>();

/**
 * Leads all calls that use some secrets to stand-ins of this process. Only the demo has stand-ins, with secrets that it makes itself: no
 * call with the credentials of another account can reach one, and the checks of addresses hold for all other calls.
 * @param providerId the demo's account. It may send messages, although it is a sandbox: its own stand-ins take them
 * @param own addresses by secret, such as `http://127.0.0.1:40123`
 * @returns a function that ends it. Calls with the secrets then go to the external systems, which refuse them
 */
export function useStandIns(providerId: string, own: ReadonlyMap<string, string>): () => void {
  demos.add(providerId);
  for (const [secret, address] of own) addresses.set(secret, address);
  return () => {
    demos.delete(providerId);
    for (const secret of own.keys()) addresses.delete(secret);
  };
}

/** The address of the stand-in for a secret; undefined where there is none. */
export function standInOf(secret: string | undefined): string | undefined {
  return secret === undefined ? undefined : addresses.get(secret);
}

/** Whether an account is the demo of this process. */
export function isDemo(providerId: string): boolean {
  return demos.has(providerId);
}
