/** Imports no library, so that pages can import it at no cost. */

/** What the values of Acct-Terminate-Cause mean for a subscriber, by RFC 2866. */
const meanings: Readonly<Record<string, string>> = {
  'User-Request': 'the router signed off',
  'Lost-Carrier': 'the line went down',
  'Lost-Service': 'the service at the network server failed',
  'Idle-Timeout': 'no traffic for too long',
  'Session-Timeout': 'the session reached its longest duration',
  'Admin-Reset': 'disconnected by the provider',
  'Admin-Reboot': 'the network server was stopped by an administrator',
  'Port-Error': 'the port failed',
  'NAS-Error': 'the network server had an error',
  'NAS-Request': 'the network server ended it',
  'NAS-Reboot': 'the network server restarted',
};

/** An Acct-Terminate-Cause as text, such as “user request”. */
export function endReason(reason: string | null): string | null {
  return reason?.replaceAll('-', ' ').toLowerCase().replace(/^nas/, 'NAS') ?? null;
}

/** Why a session ended, as the end of a sentence. An unknown cause is shown as the network server named it. */
export function endMeaning(reason: string | null): string {
  return (reason && meanings[reason]) || endReason(reason) || 'the cause is not known';
}
