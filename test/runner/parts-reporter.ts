import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Reporter, TestModule, TestSuite, Vitest } from 'vitest/node';
import { DURATIONS } from '../../scripts/test-since.mjs';
import { type Part, partOf } from './parts.ts';

type Count = {
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  broken: string[];
  notRun: string[];
};

/**
 * Counts the tests of each part of a run and lists those that failed and those that did not run, for `npm test`.
 * `PARTS_REPORT` is the file to write.
 */
export default class PartsReporter implements Reporter {
  private root = '';

  onInit(vitest: Vitest): void {
    this.root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const parts: Partial<Record<Part, Count>> = {};
    for (const module of modules) {
      const path = relative(this.root, module.moduleId);
      const name = partOf(path);
      const part = parts[name] ?? { passed: 0, failed: 0, skipped: 0, seconds: 0, broken: [], notRun: [] };
      parts[name] = part;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        part[state === 'pending' ? 'skipped' : state] += 1;
        if (state === 'failed') part.broken.push(failure(`${path}: ${test.fullName}`, errors));
      }
      // A file or a hook that throws fails no test of its own.
      const outsideTests = errorsOutsideTests(module);
      part.failed += outsideTests.length;
      part.broken.push(...outsideTests.map((error) => failure(`${path}: outside of its tests`, [error])));
      part.seconds += module.diagnostic().duration / 1_000;
      part.notRun.push(...skippedIn(module).map((title) => `${path}: ${title}`));
    }
    writeFileSync(process.env.PARTS_REPORT ?? 'parts.json', JSON.stringify(parts));
    this.keepDurations(modules);
  }

  /** Adds the seconds of these files to those of earlier runs. */
  private keepDurations(modules: readonly TestModule[]): void {
    const file = join(this.root, DURATIONS);
    const seconds = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    for (const module of modules)
      seconds[relative(this.root, module.moduleId)] = module.diagnostic().duration / 1_000;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(seconds));
  }
}

/** The end of a long run is often all that is kept of it, so the first line of each error stands beside its test. */
function failure(name: string, errors: readonly { message: string; stack?: string }[] = []): string {
  const lines = errors.map(({ message, stack = '' }) => {
    const place = stack.match(/[\w./-]+\.tsx?:\d+/)?.[0];
    return `\n    ${message.split('\n', 1)[0]}${place ? ` (${place})` : ''}`;
  });
  return name + lines.join('');
}

/** One error of each module and suite of which a hook or the file itself throws. */
function errorsOutsideTests(node: TestModule | TestSuite): { message: string }[] {
  return [...node.errors().slice(0, 1), ...[...node.children.suites()].flatMap(errorsOutsideTests)];
}

/** Suites of which nothing ran, by their count of tests, and single tests that did not run. */
function skippedIn(node: TestModule | TestSuite): string[] {
  const tests = [...node.children.allTests()];
  const isWhole = tests.every((test) => test.result().state === 'skipped');
  if (node.type === 'suite' && isWhole)
    return tests.length > 0 ? [`${node.fullName} (${tests.length} tests)`] : [];
  return [...node.children].flatMap((child) => {
    if (child.type === 'suite') return skippedIn(child);
    return child.result().state === 'skipped' ? [child.fullName] : [];
  });
}
