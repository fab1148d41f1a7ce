import { redirect } from 'next/navigation';

/** Imports are jobs, and a tab of their list. */
export default function Page(): never {
  redirect('/jobs?f.kind=import');
}
