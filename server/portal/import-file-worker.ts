import type { FileOptions, FileQuestion } from '../contract/portal/import-file.ts';
import { answerTasks } from '../threads/answer-tasks.ts';
import { type ImportTable, partOf } from './import-table.ts';
import { readImportFile } from './read-import-file.ts';

/** Runs in a process of its own, for one file after the other. It keeps the rows of a file, and sends those that are asked for. */

/** A file begins with its options; its parts and its end follow. Then come the first of the rows to send. */
export type FileTask = { options: FileOptions } | { part: Uint8Array } | { is: 'end' } | { from: number };

/** What it sends: the columns or a question at the end of a file, then rows on request. */
export type FileAnswer =
  | { is: 'taken' }
  | { is: 'table'; columns: string[] }
  | { is: 'question'; question: FileQuestion }
  | { is: 'rows'; rows: string[][] };

const none: ImportTable = { columns: [], rows: [] };
let file: { options: FileOptions; parts: Uint8Array[] } = { options: {}, parts: [] };
let table = none;

answerTasks(async (task: FileTask): Promise<FileAnswer> => {
  if ('from' in task) return { is: 'rows', rows: partOf(table, task.from) };
  if ('options' in task) [file, table] = [{ options: task.options, parts: [] }, none];
  else if ('part' in task) file.parts.push(task.part);
  else {
    const bytes = Buffer.concat(file.parts.splice(0));
    const found = await readImportFile(bytes, file.options);
    if ('choose' in found) return { is: 'question', question: found };
    table = found;
    return { is: 'table', columns: table.columns };
  }
  return { is: 'taken' };
});
