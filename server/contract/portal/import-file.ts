/** What the upload of a file answers. Imports no library, so that pages can import it at no cost. */

/** The most bytes of a file. */
export const MAX_FILE_MB = 20;

/** One way to read a file, with some of its rows. */
export type FileChoice = {
  /** What the next upload sends in `encoding` or `sheet`. */
  value: string;
  label: string;
  preview: { columns: string[]; rows: string[][] };
};

/** What a person has to choose before a file can be read: its encoding, or one of its sheets. */
export type FileQuestion = { choose: 'encoding' | 'sheet'; choices: FileChoice[] };

/** The ways in which a file is to be read, as far as a person chose them. */
export type FileOptions = {
  encoding?: string | undefined;
  sheet?: string | undefined;
  /** The columns that the header must have, each by its possible names. The lines above such a header are left out. */
  header?: string[][] | undefined;
};
