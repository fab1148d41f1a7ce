import { notify } from './notify.ts';

/**
 * Ends the session and removes its data from the page.
 * @param next the page to open afterwards
 */
export async function signOut(next = '/login') {
  const { authClient } = await import('./auth-client.ts');
  const { error } = await authClient.signOut();
  if (error) notify({ color: 'red', message: 'Signing out failed. Please try again.' });
  else window.location.assign(next);
}
