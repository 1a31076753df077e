import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from './support/api.ts'
import { openEditor } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/editors/site/code packages/site/src/code apps/server/src/code

describe('code', () => {
  let browser: TestBrowser
  let context: BrowserContext
  let studio: SharedStudio

  beforeAll(async () => {
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    studio = await shareStudio()
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
  })

  it('is written in the studio and runs in the preview, out of reach of the session', async () => {
    const page = await openEditor(context, studio)
    await page.getByRole('tab', { name: 'Code' }).click()
    await page.getByRole('button', { name: 'Add a script' }).click()
    const editor = page.getByRole('textbox', { name: 'scripts/main.js' })
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(
      [
        'let cookie',
        'try { cookie = document.cookie } catch (error) { cookie = error.name }',
        `const asked = await fetch('${studio.url}/api/me', { credentials: 'include' }).then((each) => each.status, () => 'refused')`,
        'let parent',
        'try { parent = window.parent.document.title } catch (error) { parent = error.name }',
        "const output = document.body.appendChild(document.createElement('output'))",
        'output.textContent = JSON.stringify({ cookie, asked, parent })',
      ].join('\n'),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('not saved').waitFor({ state: 'detached' })
    await page.getByText('Everything builds.').waitFor()

    await page.getByRole('button', { name: 'Preview with scripts' }).click()
    const output = page.frameLocator('iframe[title="Preview of the page"]').locator('output')
    expect(JSON.parse((await output.textContent()) ?? '')).toEqual({
      cookie: 'SecurityError',
      asked: 'refused',
      parent: 'SecurityError',
    })

    await page.getByRole('button', { name: 'scripts/main.js' }).click()
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText('const half = (')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Problems').waitFor()
    await until('the place of the problem', async () => (await page.getByText(/line 1/).count()) > 0)
    await page.close()
  })
})
