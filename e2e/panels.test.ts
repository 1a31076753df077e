import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { until } from './support/api.ts'
import { clickInCanvas, openEditor, showPanel } from './support/editor.ts'
import { openScene, type Scene } from './support/scene.ts'
import { timersDue } from './support/settled.ts'

// covers apps/studio/src/shell apps/studio/src/ui

describe('lists, menus and dialogs that are opened from one another', () => {
  let scene: Scene
  let page: Page
  const problems: string[] = []

  /** Whether an element has the focus, as soon as it has. */
  const focused = (name: string) =>
    until(`the focus on ${name}`, () =>
      page.evaluate((wanted) => {
        const active = document.activeElement
        return (active?.getAttribute('aria-label') ?? active?.textContent ?? '').startsWith(wanted)
      }, name),
    )
  const openPalette = async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await focused('Commands')
  }
  const watch = (each: Page) => {
    each.on('pageerror', (error) => problems.push(error.message))
    each.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  }

  beforeAll(async () => {
    scene = await openScene()
    page = scene.page
    watch(page)
  })
  afterAll(async () => {
    await scene?.close()
  })

  it('runs the command that matches one letter, a pasted text, or that an arrow key leads to', async () => {
    const field = page.getByPlaceholder('What do you want to do?')
    const selected = page.getByRole('option', { selected: true })
    await openPalette()
    expect(await field.getAttribute('spellcheck')).toBe('false')
    await page.keyboard.type('k')
    await until('the best match', async () => /keyboard shortcuts/i.test((await selected.textContent()) ?? ''))
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')

    await openPalette()
    await page.keyboard.insertText('site settings')
    await page.keyboard.press('Enter')
    const settings = page.getByRole('dialog', { name: 'Site settings' })
    await settings.waitFor()
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'detached' })

    await openPalette()
    const options = page.getByRole('option')
    const first = await selected.textContent()
    await page.keyboard.press('ArrowUp')
    await until('the last one', async () => (await options.last().getAttribute('aria-selected')) === 'true')
    await page.keyboard.press('ArrowDown')
    expect(await selected.textContent()).toBe(first)
    await page.keyboard.type('quantum')
    await page.getByText('No matching command').waitFor()
    await page.keyboard.press('Enter')
    await field.waitFor()
    await page.mouse.click(20, 500)
    await field.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  deepTest(
    'takes the first letter after the key that opens a palette, and no shortcut of the canvas takes it',
    async () => {
      for (const [key, name] of [
        ['k', 'Commands'],
        ['a', 'Search elements'],
      ] as const) {
        await clickInCanvas(page, 'h1')
        // The focused element in the task after the one in which the field came, before any frame.
        const first = await page.evaluateHandle(() => ({
          label: new Promise<string | null>((resolve) => {
            new MutationObserver((_, observer) => {
              if (!document.querySelector('[role=combobox][aria-expanded=true]')) return
              observer.disconnect()
              setTimeout(() => resolve(document.activeElement?.getAttribute('aria-label') ?? null))
            }).observe(document.body, { childList: true, subtree: true })
          }),
        }))
        await page.keyboard.press(key === 'k' ? 'ControlOrMeta+k' : key)
        expect(await first.evaluate(({ label }) => label)).toContain(name)
        await page.keyboard.press('Escape')
        await page.getByRole('combobox', { name }).waitFor({ state: 'detached' })
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
      }
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
      await openPalette()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: 'Commands' }).waitFor({ state: 'detached' })
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
      expect(problems).toEqual([])
    },
  )

  deepTest('closes a palette by an Escape that comes in the frame in which it appears', async () => {
    for (const [key, name] of [
      ['ControlOrMeta+k', 'Commands'],
      ['a', 'Search elements'],
    ] as const) {
      await clickInCanvas(page, 'h1')
      await page.evaluate(() => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('[role=combobox][aria-expanded=true]')) return
          observer.disconnect()
          const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
          document.activeElement?.dispatchEvent(press)
        }).observe(document.body, { childList: true, subtree: true })
      })
      await page.keyboard.press(key)
      await until('the canvas with the focus again', async () =>
        page.evaluate(() => document.activeElement?.tagName === 'IFRAME'),
      )
      expect(await page.getByRole('combobox', { name }).count()).toBe(0)
    }
    expect(problems).toEqual([])
  })

  deepTest('shows no tooltip over what a press has opened, and a name for each page in a narrow palette', async () => {
    await page.getByRole('button', { name: 'Insert', exact: true }).first().click()
    await page.getByRole('combobox', { name: 'Search elements' }).waitFor()
    await page.keyboard.type('ca')
    // Longer than a tooltip waits.
    await timersDue(page, 700)
    expect(await page.getByRole('tooltip').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await openPalette()
    const list = page.getByRole('listbox', { name: 'Commands' })
    expect(await list.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('closes only what was opened last in a dialog, and returns to its button', async () => {
    await openPalette()
    await page.keyboard.type('Site settings')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Site settings' })
    await dialog.getByRole('tab', { name: 'Redirects' }).click()
    const status = dialog.getByRole('combobox').last()
    await status.click()
    await page.getByRole('option', { name: /^302/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('option', { name: /^302/ }).waitFor({ state: 'detached' })
    await status.click()
    await page.getByRole('option', { name: /^302/ }).click({ delay: 400 })
    await until('the choice', async () => (await status.textContent())?.startsWith('302') === true)

    const places = page.getByRole('dialog', { name: 'Choose where it leads' })
    await dialog.getByRole('button', { name: 'Choose where it leads' }).click()
    await places.getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await places.waitFor({ state: 'detached' })
    await focused('Choose where it leads')
    await dialog.getByRole('button', { name: 'Choose where it leads' }).click()
    await places.getByRole('combobox').waitFor()
    await dialog.getByRole('textbox', { name: 'From' }).click()
    await places.waitFor({ state: 'detached' })
    await page.keyboard.type('/old')
    expect(await dialog.getByRole('textbox', { name: 'From' }).inputValue()).toBe('/old')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  deepTest('keeps a sheet open on a narrow screen while its menus, colours and suggestions are used', async () => {
    const context = await scene.browser.newContext({
      viewport: { width: 390, height: 844 },
      storageState: await scene.context.storageState(),
    })
    page = await openEditor(context, scene.studio)
    watch(page)
    onTestFinished(async () => {
      page = scene.page
      await context.close()
    })
    const composer = page.getByLabel('Message to the agent')
    if (await composer.isVisible()) await page.getByRole('button', { name: 'Agent', exact: true }).click()
    await clickInCanvas(page, 'a.button')
    await page.getByRole('button', { name: 'Style and settings', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Style and settings' })
    await sheet.getByRole('tab', { name: 'Style', exact: true }).click()
    const widths = sheet.getByRole('button', { name: 'All widths' })
    await widths.click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await focused('All widths')
    await widths.click()
    await page.getByRole('menuitemradio').nth(1).click({ delay: 400 })
    await menu.waitFor({ state: 'detached' })
    await sheet.waitFor()

    const head = sheet.getByRole('button', { name: /^Type( Has|$)/ })
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    await sheet.getByRole('button', { name: 'Choose colour' }).first().click()
    const colours = page.getByRole('dialog', { name: 'Choose colour' })
    await colours.getByRole('group', { name: 'Tokens' }).getByRole('button').first().click({ delay: 400 })
    await colours.waitFor()
    await page.keyboard.press('Escape')
    await colours.waitFor({ state: 'detached' })
    await focused('Choose colour')

    const colour = sheet.getByRole('combobox', { name: 'Colour', exact: true }).first()
    await colour.click()
    await colour.fill('mut')
    await page
      .getByRole('listbox', { name: 'Suggestions' })
      .getByRole('option', { name: /muted/ })
      .first()
      .click({ delay: 400 })
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor({ state: 'detached' })
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  deepTest('shows a choice as it was until the page has taken it', async () => {
    await showPanel(page, 'Properties')
    await clickInCanvas(page, 'h1')
    await page.getByRole('button', { name: 'Rules', exact: true }).click()
    const box = page.getByRole('region', { name: 'h1', exact: true }).getByRole('checkbox', { name: / off$/ })
    const shown = await box.first().evaluate((element) => {
      if (!(element instanceof HTMLInputElement)) return undefined
      element.click()
      return element.checked
    })
    expect(shown).toBe(true)
    await page.getByRole('checkbox', { name: / on$/ }).waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByRole('checkbox', { name: / on$/ }).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  deepTest('says so and offers the new version where a part of the studio cannot be loaded', async () => {
    const context = await scene.browser.newContext({ storageState: await scene.context.storageState() })
    onTestFinished(async () => {
      page = scene.page
      await context.close()
    })
    await context.route(/\/assets\/HistoryPanel-[^/]*\.js$/, (route) => route.abort())
    // The tab has just loaded the new build, and does not reload by itself again.
    await context.addInitScript(() => sessionStorage.setItem('atelier.reloadedForBuild', String(Date.now())))
    page = await openEditor(context, scene.studio)
    page.on('pageerror', (error) => problems.push(error.message))
    await openPalette()
    await page.keyboard.type('History')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Load the new version' }).waitFor()
    expect(problems).toEqual([])
  })
})
