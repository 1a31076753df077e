import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, signIn, until } from './support/api.ts'
import { canvasHtml, clickInCanvas, editInCanvas, openEditor, showPanel, styleInCanvas } from './support/editor.ts'
import { emailAt, openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/documents packages/documents/src apps/server/src/documents

const grace = { name: 'Grace', email: '', password: 'a long enough sentence' }

describe('two people in one page', () => {
  let browser: TestBrowser
  let studio: SharedStudio
  let api: Api
  let projectId = ''
  let documentId = ''
  let ada: Page
  let other: Page
  const problems: string[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    studio = await shareStudio()
    api = await signIn(studio)
    projectId = (await firstProject(api)).id
    const projects = [{ projectId, role: 'editor' }]
    grace.email = emailAt(studio, 'grace')
    const { url } = await api.post<{ url: string }>('/api/invitations', { ...grace, role: 'member', projects })
    const token = new URL(url).searchParams.get('token')
    await api.post('/api/invitations/accept', { token, name: grace.name, password: grace.password })
    const { pages } = await api.get<{ pages: { slug: string; documentId: string }[] }>(
      `/api/projects/${projectId}/pages`,
    )
    documentId = pages.find(({ slug }) => slug === 'index')?.documentId ?? expect.fail()
    const html =
      '<main><h1>Bread</h1><p class="lead">One two three</p><p class="two">Four five six</p><section class="box"><p>Inside</p></section></main>'
    await operate('replaceNodeHtml', { nodeId: documentId, html })
    await operate('applyCss', { css: '.lead { color: rgb(1, 2, 3) }' })
    const size = { viewport: { width: 1440, height: 900 } }
    ada = await openEditor(await browser.newContext(size), studio)
    other = await openEditor(await browser.newContext(size), studio, grace)
    for (const page of [ada, other]) page.on('pageerror', (error) => problems.push(error.message))
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
  })

  const operate = (name: string, input: unknown) =>
    api.post<{ ok: boolean; data?: { html?: string } }>(`/api/projects/${projectId}/operations/site.${name}`, {
      input,
      documentId,
    })
  const stored = async () =>
    ((await operate('getNodeHtml', { nodeId: documentId })).data?.html ?? '').replace(/ uid="[^"]*"/g, '')
  /** Both canvases and the server agree on something. */
  const everywhere = (what: string, holds: (html: string) => boolean) =>
    until(what, async () => [await canvasHtml(ada), await canvasHtml(other), await stored()].every(holds))
  const layer = (page: Page, name: RegExp) => page.getByRole('treeitem', { name }).first()
  /** Begins to type in an element, with all of its text selected. */
  async function typeIn(page: Page, selector: string): Promise<void> {
    await page.bringToFront()
    await editInCanvas(page, selector)
  }
  async function undo(page: Page): Promise<void> {
    await page.bringToFront()
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  }

  let words = 0
  /** One acts while the other writes; each undo takes back only one's own. */
  async function together(act: () => Promise<unknown>, holds: (html: string) => boolean | Promise<boolean>) {
    words += 1
    const text = `Theirs ${words}`
    const isThere = async () => {
      const all = await Promise.all([ada, other].map(async (page) => await holds(await canvasHtml(page))))
      return all.every(Boolean)
    }
    expect(await isThere()).toBe(false)
    await typeIn(other, 'h1')
    await other.keyboard.type(text)
    await ada.bringToFront()
    try {
      await act()
    } finally {
      await other.bringToFront()
      await other.keyboard.press('Escape')
    }
    await until('what one did, in both tabs', isThere)
    await everywhere('what the other wrote', (html) => html.includes(text))
    await undo(ada)
    await until('the act taken back, in both tabs', async () => {
      const all = await Promise.all([ada, other].map(async (page) => await holds(await canvasHtml(page))))
      return all.every((each) => !each)
    })
    await everywhere('the words of the other', (html) => html.includes(text))
    await undo(other)
    await everywhere('no words', (html) => !html.includes(text) && html.includes('>Bread</h1>'))
  }

  it('one inserts a section while the other writes', async () => {
    await clickInCanvas(ada, '.two')
    await together(
      async () => {
        await ada.keyboard.press('a')
        await ada.getByRole('combobox', { name: /Search elements/ }).fill('quote')
        await ada.keyboard.press('Enter')
      },
      (html) => html.includes('<figure'),
    )
  })

  deepTest('one drags a layer', async () => {
    await clickInCanvas(ada, '.two')
    await together(
      () => layer(ada, /^Four five six/).dragTo(layer(ada, /^\.box/), { targetPosition: { x: 80, y: 23 } }),
      (html) => html.indexOf('class="two"') > html.indexOf('class="box"'),
    )
  })

  deepTest('one styles a rule', async () => {
    const isRed = async () => {
      const colors = await Promise.all([ada, other].map((page) => styleInCanvas(page, '.lead', 'color')))
      return colors.includes('rgb(255, 0, 0)')
    }
    await clickInCanvas(ada, '.lead')
    await showPanel(ada, 'Properties')
    await ada.getByRole('button', { name: 'Rules', exact: true }).click()
    await together(async () => {
      const rule = ada.getByRole('region', { name: '.lead', exact: true })
      const field = rule.getByRole('textbox', { name: 'Value of color' })
      await field.fill('red')
      await field.press('Enter')
      await until('red in both', async () => (await styleInCanvas(other, '.lead', 'color')) === 'rgb(255, 0, 0)')
    }, isRed)
  })

  deepTest('one edits another text', async () => {
    await together(
      async () => {
        await typeIn(ada, '.lead')
        await ada.keyboard.type('Written by Ada')
        await ada.keyboard.press('Escape')
      },
      (html) => html.includes('Written by Ada'),
    )
  })

  deepTest('one renames a class', async () => {
    await ada.getByRole('tab', { name: 'Design' }).click()
    await ada.getByRole('button', { name: 'Styles', exact: true }).click()
    await together(
      async () => {
        await ada.getByRole('button', { name: 'More about .lead', exact: true }).click()
        await ada.getByRole('menuitem', { name: 'Rename' }).click()
        const field = ada.getByRole('textbox', { name: 'New name of .lead' })
        await field.fill('intro')
        await field.press('Enter')
      },
      (html) => html.includes('class="intro"'),
    )
    await ada.getByRole('tab', { name: 'Layers' }).click()
  })

  deepTest('one makes a component', async () => {
    const isPart = async () => (await stored()).includes('<atelier-component')
    await clickInCanvas(ada, '.box p')
    await together(async () => {
      await layer(ada, /^\.box/).click({ button: 'right' })
      await ada.getByRole('menuitem', { name: 'Make it a component' }).click()
    }, isPart)
  })

  it('both write in one text: it is merged, and each undo takes only one’s own words', async () => {
    await typeIn(other, '.two')
    await other.keyboard.press('ArrowRight')
    await other.keyboard.type(' theirs')
    await typeIn(ada, '.two')
    await ada.keyboard.press('ArrowLeft')
    await ada.keyboard.type('Mine ')
    await ada.keyboard.press('Escape')
    await other.bringToFront()
    await other.keyboard.press('Escape')
    await everywhere('both', (html) => html.includes('Mine Four five six theirs'))
    await undo(ada)
    await everywhere('the words of the other alone', (html) => html.includes('>Four five six theirs<'))
    await undo(other)
    await everywhere('the first text', (html) => html.includes('>Four five six<'))
  })

  deepTest('both change the same word: the second chooses', async () => {
    const choose = async (button: string, chosen: 'first' | 'second') => {
      await typeIn(ada, '.two')
      await typeIn(other, '.two')
      await ada.keyboard.type('Four cinque six')
      await other.keyboard.type('Four sei six')
      await other.keyboard.press('Escape')
      await ada.keyboard.press('Escape')
      const dialogs = [ada, other].map((page) => page.getByRole('dialog', { name: 'This text was changed twice' }))
      const asked = await until('the question to one of them', async () => {
        const shown = await Promise.all(dialogs.map((dialog) => dialog.isVisible()))
        return shown.includes(true) && shown.indexOf(true) + 1
      })
      const dialog = dialogs[asked - 1] ?? expect.fail()
      expect(await dialog.textContent()).toMatch(
        /Four cinque six[\s\S]*Four sei six|Four sei six[\s\S]*Four cinque six/,
      )
      const [first, second] = asked === 1 ? ['sei', 'cinque'] : ['cinque', 'sei']
      await dialog.getByRole('button', { name: button }).click()
      const expected = `>Four ${chosen === 'first' ? first : second} six<`
      await everywhere(expected, (html) => html.includes(expected))
      return { chooser: asked === 1 ? ada : other, first }
    }
    await choose('Keep theirs', 'first')
    await operate('setTexts', { texts: [{ nodeId: await idOf('two'), text: 'Four five six' }] })
    await everywhere('the first text', (html) => html.includes('>Four five six<'))
    const { chooser, first } = await choose('Use yours', 'second')
    await undo(chooser)
    await everywhere('theirs again', (html) => html.includes(`>Four ${first} six<`))
    expect(problems).toEqual([])
  })

  async function idOf(name: string): Promise<string> {
    const { data } = await operate('getNodeHtml', { nodeId: documentId })
    return new RegExp(`uid="([^"]+)" class="${name}"`).exec(data?.html ?? '')?.[1] ?? expect.fail()
  }
})
