import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareSite } from '../bench/support/fidelity/compare.ts'
import { filesIn, importAndPublish } from '../bench/support/fidelity/publish.ts'
import { bySuite } from '../scripts/testing/runs.ts'
import { openBrowser, type TestBrowser } from './support/shared.ts'

// covers packages/site/src/publish packages/site/src/css

let browser: TestBrowser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const folderOf = (name: string) => fileURLToPath(new URL(`../node_modules/${name}/dist`, import.meta.url))

test.each(bySuite(['html5-boilerplate'], ['html5-boilerplate', 'startbootstrap-clean-blog']))(
  '%s is published as it was authored, and stays editable',
  async (name) => {
    const sites = await importAndPublish(filesIn(folderOf(name)))
    const at = bySuite([375], [375, 1440])
    const fidelity = await compareSite(browser, sites, { at })
    expect(fidelity.elements).toBeGreaterThan(25 * at.length)
    expect(fidelity.differences).toEqual([])
    expect(fidelity).toMatchObject({ dom: 1, styles: 1, boxes: 1, pixels: 1, editable: 1, cssBytes: 1 })
  },
)

test('what is seldom written is published as it was authored, too', async () => {
  const sites = await importAndPublish(filesIn(fileURLToPath(new URL('./fixtures/hostile', import.meta.url))))
  // A browser drops it as well; what went in and did not come out is named.
  expect(sites.refused).toEqual([expect.stringMatching(/^forms\.html: <frameset>: HTML drops it there/)])
  const fidelity = await compareSite(browser, sites, { at: [768], pixels: false })
  expect(fidelity.differences).toEqual([])
  expect(fidelity).toMatchObject({ pages: 4, dom: 1, styles: 1, boxes: 1, editable: 1, cssBytes: 1 })
})
