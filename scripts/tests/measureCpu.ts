import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { cpuSeconds } from './cpu.ts'

// Vitest runs this before each file: it adds what the file used to the folder that `ATELIER_TEST_CPU` names, a JSON line each.
const folder = process.env.ATELIER_TEST_CPU
if (folder) {
  const before = cpuSeconds()
  const path = expect.getState().testPath
  afterAll(() => {
    const line = JSON.stringify({ path, seconds: cpuSeconds() - before })
    appendFileSync(join(folder, `${process.pid}.ndjson`), `${line}\n`)
  })
}
