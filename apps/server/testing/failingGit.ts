import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Git } from '@atelier/repository'
import { findGit } from '../src/content/repository/findGit.ts'

/** The machine's git behind a program that fails as a machine does. */
export interface FailingGit {
  git: Git
  /** How many processes of git have been started since `killAt` or `count` was called. */
  started(): number
  count(): void
  /** Kills the process with this number, from 1, before it does anything or when it has done everything. */
  killAt(number: number, when: 'before' | 'after'): void
  /** Whether no process can write a file of more than 32 kB, as on a disk that is about to be full. */
  full(is: boolean): void
}

const script = `#!/bin/sh
state=$(dirname "$0")
if [ -e "$state/full" ]; then
  trap '' XFSZ
  ulimit -f 64
fi
if [ -e "$state/at" ]; then
  printf x >> "$state/started"
  read -r at when < "$state/at"
  if [ "$(wc -c < "$state/started")" -eq "$at" ]; then
    if [ "$when" = after ]; then git "$@"; fi
    kill -9 $$
  fi
fi
exec git "$@"
`

/** @param folder of the test's own, which is empty */
export async function failingGit(folder: string): Promise<FailingGit> {
  const program = join(folder, 'git.sh')
  writeFileSync(program, script, { mode: 0o755 })
  const found = await findGit(program)
  if (!found.ok) throw new Error(found.problem)
  const begin = (line: string) => {
    writeFileSync(join(folder, 'started'), '')
    writeFileSync(join(folder, 'at'), `${line}\n`)
  }
  return {
    git: found.git,
    started: () => readFileSync(join(folder, 'started')).length,
    count: () => begin('0 before'),
    killAt: (number, when) => begin(`${number} ${when}`),
    full(is) {
      if (is) writeFileSync(join(folder, 'full'), '')
      else rmSync(join(folder, 'full'), { force: true })
    },
  }
}
