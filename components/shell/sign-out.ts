import { notify } from './notify.ts';
import { postAuth } from './use-auth-form.ts';

/**
 * Ends the session and removes its data from the page.
 * @param next the page to open afterwards
 */
export async function signOut(next = '/login') {
  try {
    await postAuth('/sign-out');
    window.location.assign(next);
  } catch {
    notify({ color: 'red', message: 'Signing out failed. Please try again.' });
  }
}
