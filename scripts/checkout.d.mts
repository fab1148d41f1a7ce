/** A worktree of a commit with its packages. It is kept for the next run. Returns its folder. */
export function checkOut(reference: string): string;
