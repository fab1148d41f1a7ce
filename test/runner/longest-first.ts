import { readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONGEST } from '../../scripts/test-since.mjs';

/** Whether a file resets modules, so that the server is loaded again for it and after it. */
const resetsModules = (path: string) => readFileSync(path, 'utf8').includes('vi.resetModules()');

/**
 * The unit tests run first, because a worker keeps its process only for files of one project. Long files start first, so
 * that no worker runs one alone at the end. The size of a file stands for its duration, except for those of `LONGEST`.
 * Files that reset modules are last, so that no other file has to load them again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (path: string) => {
      const index = LONGEST.indexOf(relative(this.ctx.config.root, path));
      return index < 0 ? statSync(path).size : Number.MAX_SAFE_INTEGER - index;
    };
    return files
      .map((file) => ({
        file,
        project: file.project.name,
        isLast: Number(resetsModules(file.moduleId)),
        rank: rank(file.moduleId),
      }))
      .sort((a, b) => b.project.localeCompare(a.project) || a.isLast - b.isLast || b.rank - a.rank)
      .map(({ file }) => file);
  }
}
