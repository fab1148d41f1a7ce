/** A worktree of a commit with its packages. It is kept for the next run. Returns its folder. */
export function checkOut(reference: string): string;

/** Unpacks an archive of `npm run package` in an empty folder. Returns the folder of the release in it. */
export function unpack(archive: string, place: string): string;
