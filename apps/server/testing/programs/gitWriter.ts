import { openRepository, writeCommits } from '@atelier/repository'
import { commitWith, testGit } from '../git.ts'

// Writes one large commit, and prints `go` before it: `node gitWriter.mjs FOLDER PARENT ROUND`.
const [, , folder = '', parent = '', round = ''] = process.argv
const repository = await openRepository(await testGit(), folder, 'p1')
const files = Array.from({ length: 200 }, (_, index) => ({
  path: `f/${index}`,
  bytes: `${round}${index}${'x'.repeat(20_000)}`,
}))
process.stdout.write('go')
const outcome = await writeCommits(repository, [commitWith(files, { parent, at: 0, subject: round })])
process.stdout.write(outcome.ok ? 'written' : JSON.stringify(outcome))
