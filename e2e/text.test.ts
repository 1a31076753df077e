import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, signIn, until } from './support/api.ts'
import { canvasHtml, editInCanvas, openEditor, placeInCanvas } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/editors/site/text packages/site/src/text

describe('text in place', () => {
  let browser: TestBrowser
  let context: BrowserContext
  let studio: SharedStudio
  let api: Api
  let page: Page
  let projectId = ''
  let documentId = ''
  const problems: string[] = []

  beforeAll(async () => {
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    studio = await shareStudio()
    api = await signIn(studio)
    projectId = (await firstProject(api)).id
    const { pages } = await api.get<{ pages: { slug: string; documentId: string; rootNodeId: string }[] }>(
      `/api/projects/${projectId}/pages`,
    )
    const home = pages.find(({ slug }) => slug === 'index') ?? expect.fail()
    documentId = home.documentId
    const html =
      '<main><h1>Words</h1><p class="one" id="intro">One two three</p><p class="two">Four five six</p><p class="three">Seven eight nine</p></main>'
    await operate('replaceNodeHtml', { nodeId: documentId, html })
    page = await open()
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
  })

  async function open(): Promise<Page> {
    const opened = await openEditor(context, studio)
    opened.on('pageerror', (error) => problems.push(error.message))
    return opened
  }
  const operate = async (name: string, input: unknown) =>
    await api.post<{ ok: boolean; data?: { html?: string; nodeIds?: string[]; componentId?: string } }>(
      `/api/projects/${projectId}/operations/site.${name}`,
      {
        input,
        documentId,
      },
    )
  const stored = async () => {
    const result = await operate('getNodeHtml', { nodeId: documentId })
    return (result.data?.html ?? '').replace(/ uid="[^"]*"/g, '')
  }
  const becomes = (html: string) => until(html, async () => (await stored()).includes(html))
  const typeIn = (selector: string, tab = page) => editInCanvas(tab, selector)
  const leave = async () => await page.keyboard.press('Escape')
  /** Takes steps back until the page is as it was. */
  async function undoTo(html: string): Promise<void> {
    for (let now = await stored(); !now.includes(html); now = await stored()) {
      await page.keyboard.press('ControlOrMeta+z')
      await until('the step before', async () => (await stored()) !== now)
    }
    await becomes(html)
  }
  const paste = async (html: string) =>
    await page.evaluate((markup) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')
      const target = frame?.contentDocument?.activeElement
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', markup)
      clipboardData.setData('text/plain', 'plain')
      target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, html)

  it('makes words bold, italic and code by keys and by the bar, as steps of undo', async () => {
    await typeIn('.one')
    await page.keyboard.press('ArrowRight')
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('Shift+ArrowLeft')
    await page.getByRole('toolbar', { name: 'Text' }).waitFor()
    await page.keyboard.press('ControlOrMeta+b')
    await becomes('One two <strong>three</strong></p>')
    await page.getByRole('button', { name: 'Italic' }).click()
    await becomes('<strong><em>three</em></strong>')
    expect(await page.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('ControlOrMeta+z')
    await becomes('One two <strong>three</strong></p>')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(' and more')
    expect(await page.getByRole('toolbar', { name: 'Text' }).isVisible()).toBe(false)
    await becomes('<strong>three and more</strong>')
    await leave()
    await undoTo('<p class="one" id="intro">One two three</p>')
  })

  it('strikes, turns into a heading and back, and clears by keys', async () => {
    await typeIn('.one')
    await page.keyboard.press('ControlOrMeta+Shift+x')
    await becomes('<s>One two three</s>')
    await page.keyboard.press('ControlOrMeta+\\')
    await becomes('<p class="one" id="intro">One two three</p>')
    await page.keyboard.press('ControlOrMeta+Alt+3')
    await becomes('<h3 class="one" id="intro">One two three</h3>')
    await page.getByRole('button', { name: 'Heading 3' }).click()
    expect(await page.getByRole('menuitem', { name: 'Heading 3' }).getAttribute('aria-current')).toBe('true')
    await page.getByRole('menuitem', { name: 'Paragraph' }).click()
    await becomes('<p class="one" id="intro">One two three</p>')
    await page.keyboard.press('ControlOrMeta+Shift+8')
    await becomes('<ul class="one" id="intro"><li>One two three</li></ul>')
    await leave()
    await undoTo('<p class="one" id="intro">One two three</p>')
  })

  deepTest('makes one step of undo for each pause in what is typed', async () => {
    await typeIn('.one')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(' four five')
    await becomes('One two three four five</p>')
    await page.keyboard.type(' six')
    await page.keyboard.type(' seven')
    await becomes('One two three four five six seven</p>')
    await page.keyboard.press('ControlOrMeta+z')
    await becomes('One two three four five</p>')
    await page.keyboard.press('ControlOrMeta+z')
    await becomes('One two three</p>')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await becomes('One two three four five</p>')
    await page.keyboard.press('ControlOrMeta+z')
    await leave()
    await becomes('<p class="one" id="intro">One two three</p>')
  })

  deepTest('links a word to a page that is picked, and takes the link away', async () => {
    await api.post(`/api/projects/${projectId}/operations/site.addPage`, { input: { title: 'Menu' } })
    await typeIn('.two')
    await page.keyboard.press('ControlOrMeta+k')
    const field = page.getByRole('combobox', { name: 'Link to' })
    await field.fill('men')
    await page.getByRole('option', { name: /Menu/ }).waitFor()
    await page.getByLabel('Open in a new tab').check()
    await field.press('Enter')
    await becomes('<a href="/menu/" target="_blank" rel="noopener">Four five six</a>')
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('button', { name: 'Remove link' }).click()
    await becomes('<p class="two">Four five six</p>')
    await page.keyboard.press('ControlOrMeta+k')
    await field.fill('#int')
    await page.getByRole('option', { name: /#intro/ }).click()
    await becomes('<a href="#intro">Four five six</a>')
    await leave()
    await undoTo('<p class="two">Four five six</p>')
  })

  deepTest('makes headings, lists, breaks and paragraphs as one types', async () => {
    await typeIn('.three')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('ten')
    await becomes('Seven eight nine<br>ten</p>')
    await page.keyboard.press('Enter')
    await page.keyboard.type('## Next')
    await becomes('<h2 class="three">Next</h2>')
    await page.keyboard.press('Enter')
    await typeIn('.two')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- first')
    await page.keyboard.press('Enter')
    await page.keyboard.type('second')
    await becomes('<ul class="two"><li>first</li><li>second</li></ul>')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('after')
    await becomes('<li>second</li></ul><p>after</p>')
    await page.keyboard.press('Home')
    await leave()
    await undoTo('<p class="two">Four five six</p><p class="three">Seven eight nine</p></main>')
  })

  deepTest('picks where a link leads in its settings', async () => {
    const result = await operate('insertHtml', { parentId: documentId, html: '<a class="goal" href="/">Goal</a>' })
    expect(result.ok).toBe(true)
    await until('the link in the canvas', async () => (await canvasHtml(page)).includes('class="goal"'))
    const { x, y } = await placeInCanvas(page, '.goal')
    await page.mouse.click(x, y)
    await page.getByRole('tab', { name: 'Properties' }).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Choose where it leads' }).click()
    await page.getByRole('combobox', { name: 'Link to' }).fill('ada@example.com')
    await page.keyboard.press('Enter')
    await becomes('href="mailto:ada@example.com"')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await becomes('<a class="goal" href="/">')
  })

  it('cleans what a word processor pasted', async () => {
    await typeIn('.one')
    await page.keyboard.press('ArrowRight')
    await paste(
      '<html><body><p class=MsoNormal style="color:red"> <b>bold</b><script>x()</script> end</p><p class=MsoNormal>Next <span style="font-style:italic">one</span></p></body></html>',
    )
    await becomes('One two three<strong>bold</strong> end</p><p>Next <em>one</em></p>')
    await leave()
    await undoTo('<p class="one" id="intro">One two three</p><p class="two">')
  })

  deepTest('writes the text of one instance of a component', async () => {
    const main = async () =>
      /<main uid="([^"]+)"/.exec((await operate('getNodeHtml', { nodeId: documentId })).data?.html ?? '')?.[1]
    const made = await operate('insertHtml', {
      parentId: await main(),
      html: '<section class="card"><h3>{params.title}</h3></section>',
    })
    const component = await operate('createComponent', { nodeIds: made.data?.nodeIds, title: 'Card' })
    const params = [{ name: 'title', type: 'text', default: 'A card' }]
    await operate('setComponentParams', { componentId: component.data?.componentId, params })
    await until('the component', async () =>
      page.evaluate(
        () =>
          document
            .querySelector<HTMLIFrameElement>('iframe[title="The page"]')
            ?.contentDocument?.querySelector('.card h3')?.textContent === 'A card',
      ),
    )
    await typeIn('.card h3')
    await page.keyboard.type('My own card')
    await leave()
    await becomes('param-title="My own card"')
    await page.keyboard.press('ControlOrMeta+z')
    await until('the default again', async () => !(await stored()).includes('My own card'))
  })

  deepTest('shows who types where, and merges the words of two people', async () => {
    const other = await open()
    await typeIn('.two', other)
    await other.keyboard.press('ArrowRight')
    await page.bringToFront()
    await until('the mark of the other tab', async () => (await page.getByText('typing').count()) > 0)
    await typeIn('.two')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('Mine ')
    await other.bringToFront()
    await other.keyboard.type(' theirs')
    await other.keyboard.press('Escape')
    await page.bringToFront()
    await leave()
    await becomes('<p class="two">Mine Four five six theirs</p>')

    // The same over HTTP: what cannot be merged is refused, with the text as it is.
    const { data } = await operate('getNodeHtml', { nodeId: documentId })
    const nodeId = /<p uid="([^"]+)" class="two">/.exec(data?.html ?? '')?.[1]
    const texts = [{ nodeId, text: 'Ours Four five six', base: 'Four five six' }]
    expect(await operate('setTexts', { texts })).toMatchObject({ ok: true })
    await becomes('Mine Ours Four five six theirs')
    const conflict = [{ nodeId, text: 'Four 5 six', base: 'Four cinque six' }]
    expect(await operate('setTexts', { texts: conflict })).toMatchObject({ error: { code: 'text_conflict' } })
    await other.close()
    expect(problems).toEqual([])
  })
})
