import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import longest from './longest.json' with { type: 'json' }

const seconds = new Map(Object.entries<number>(longest))

/**
 * Starts the longest files of each group first, so that no worker runs the last one while others idle. Files with a document
 * of their own come before: where the environment changes, Vitest starts another worker, which loads everything anew.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const secondsOf = ({ moduleId }: TestSpecification) =>
      seconds.get(relative(root, moduleId).replaceAll('\\', '/')) ?? 0
    const withDocument = new Set(
      files.filter(({ moduleId }) => readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment')),
    )
    const rankOf = (file: TestSpecification) => (withDocument.has(file) ? 0 : 1)
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder ?? 0
    return (await super.sort(files)).sort(
      (one, other) => groupOf(one) - groupOf(other) || rankOf(one) - rankOf(other) || secondsOf(other) - secondsOf(one),
    )
  }
}
