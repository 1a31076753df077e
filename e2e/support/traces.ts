import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach } from 'vitest'
import { openPages } from './shared.ts'

// Vitest runs this before each file of browser tests: a test that fails leaves a picture of each open page, its text as a
// screen reader has it, and what its console and its requests said, in the folder that `ATELIER_TEST_TRACES` names.
const folder = process.env.ATELIER_TEST_TRACES
if (folder) {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    const root = join(import.meta.dirname, '..', '..')
    const file = relative(join(root, 'e2e'), task.file.filepath).replace(/\.test\.ts$/, '')
    const place = join(folder, file, task.name.replace(/[^\w]+/g, '-').slice(0, 80))
    mkdirSync(place, { recursive: true })
    const reasons = task.result.errors?.map(({ message, stack }) => stack ?? message) ?? []
    writeFileSync(join(place, 'failure.txt'), `${reasons.join('\n\n')}\n`)
    await Promise.all(
      openPages().map(async ({ page, said }, index) => {
        const at = join(place, `page-${index + 1}`)
        writeFileSync(`${at}.log`, `${page.url()}\n${said.join('\n')}\n`)
        // A page that hangs is described by its log.
        await page.screenshot({ path: `${at}.png`, timeout: 5_000 }).catch(() => undefined)
        const text = await page
          .locator('body')
          .ariaSnapshot({ timeout: 5_000 })
          .catch(() => '')
        writeFileSync(`${at}.txt`, text)
      }),
    )
  })
}
