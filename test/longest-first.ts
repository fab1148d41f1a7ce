import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that last long for their size, the longest first. */
const longest = [
  'test/contract/guide-year.test.ts',
  'test/contract/guide-splynx.test.ts',
  'test/contract/openapi.test.ts',
  'test/contract/inbound-random.test.ts',
  'test/scenarios/model.test.ts',
  'server/db/embedded.db.test.ts',
  'server/domain/messaging/delivery/dispatcher.db.test.ts',
  'server/cli/commands.db.test.ts',
  'server/auth/staff.db.test.ts',
];

/**
 * Long files begin before short ones, whatever part they are of, so that no worker is left alone with one at the end. A
 * fresh checkout knows no durations: beyond the list above, the size of a file stands for its duration. Parts whose files
 * share a process come first, each by itself: a worker goes on with a file of the same part only.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (path: string) => {
      const place = longest.indexOf(relative(this.ctx.config.root, path));
      return place < 0 ? statSync(path).size : Number.MAX_SAFE_INTEGER - place;
    };
    const sharing = ({ project: { config, name } }: TestSpecification) => (config.isolate ? '' : name);
    return files
      .map((file) => ({ file, sharing: sharing(file), rank: rank(file.moduleId) }))
      .sort((a, b) => b.sharing.localeCompare(a.sharing) || b.rank - a.rank)
      .map(({ file }) => file);
  }
}
