/** Slow by design: every act on rules and classes, each taken back. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from './support/api.ts'
import { canvasHtml, type OpenStudio, openEditor, openStudio, styleInCanvas } from './support/editor.ts'

// covers apps/studio/src/editors/site/properties packages/site/src/styles

let scene: OpenStudio

beforeAll(async () => {
  scene = await openStudio()
})
afterAll(async () => await scene?.close())

it('moves a rule by the keyboard and by a drag, says who wins then, and takes both back', async () => {
  const { page, operation, shown, menu, insert } = await openStyles('move')
  await operation('applyCss', {
    css: '.move-a { color: rgb(1, 1, 1) } .move-b { color: rgb(2, 2, 2) } .move-c { top: 0 }',
  })
  await insert('<p class="move-a move-b">Both</p>')
  const listed = async () => (await operation('listStyles', { query: 'move' })).styles.map(({ selector }) => selector)
  const color = () => styleInCanvas(page, '.move-a', 'color')
  const row = (name: string) => page.getByRole('button', { name: new RegExp(`^\\.${name}`) })
  await until('the rules on the canvas', async () => (await color()) === 'rgb(2, 2, 2)')
  await row('move-b').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await until('the other colour', async () => (await color()) === 'rgb(1, 1, 1)')
  expect(await listed()).toEqual(['.move-b', '.move-a', '.move-c'])
  await until('the order in the list', async () => (await shown()).join() === '.move-b,.move-a,.move-c')
  await until('the focus on it', () => row('move-b').evaluate((button) => button === document.activeElement))
  const winner = page.getByText('color of 1 element now comes from .move-a, not from .move-b.')
  await winner.waitFor()
  await page.keyboard.press('Control+z')
  await until('the colour again', async () => (await color()) === 'rgb(2, 2, 2)')
  await until('the order again', async () => (await shown()).join() === '.move-a,.move-b,.move-c')
  await winner.waitFor({ state: 'detached' })
  await row('move-c').dragTo(row('move-a'), { targetPosition: { x: 20, y: 2 } })
  await until('the rule at its new place', async () => (await shown()).join() === '.move-c,.move-a,.move-b')
  expect(await listed()).toEqual(['.move-c', '.move-a', '.move-b'])
  await page.keyboard.press('Control+z')
  await until('the order as it was', async () => (await shown()).join() === '.move-a,.move-b,.move-c')
  await menu('.move-a', 'Move down')
  await until('the rule behind', async () => (await shown()).join() === '.move-b,.move-a,.move-c')
  await page.keyboard.press('Control+z')
  await until('it in front', async () => (await shown()).join() === '.move-a,.move-b,.move-c')
  await page.close()
})

it('duplicates, merges, extracts and deletes classes, and takes each back', async () => {
  const { page, operation, shown, menu, insert } = await openStyles('deed')
  await operation('applyCss', {
    css: '.deed-a { color: red; top: 0 } .deed-b { color: red; left: 0 } .deed-c { right: 0 }',
  })
  await insert('<p class="deed-a">A</p><p class="deed-b">B</p><p class="deed-c">C</p>')
  const before = '.deed-a,.deed-b,.deed-c'
  const isListed = (wanted: string) => until(wanted, async () => (await shown()).join() === wanted)
  const inCanvas = (html: string) => until(html, async () => (await canvasHtml(page)).includes(html))
  const undone = async () => {
    await page.keyboard.press('Control+z')
    await isListed(before)
    await inCanvas('<p class="deed-a">A</p><p class="deed-b">B</p><p class="deed-c">C</p>')
  }
  await isListed(before)
  await inCanvas('<p class="deed-c">C</p>')

  await menu('.deed-a', 'Duplicate')
  await page.getByRole('textbox', { name: 'New name of .deed-a' }).press('Enter')
  await isListed('.deed-a,.deed-a-copy,.deed-b,.deed-c')
  await undone()

  await menu('.deed-b', 'Merge into…')
  await page.getByRole('combobox', { name: 'Merge .deed-b into' }).click()
  await page.getByRole('option', { name: '.deed-a', exact: true }).click()
  await isListed('.deed-a,.deed-c')
  await inCanvas('<p class="deed-a">A</p><p class="deed-a">B</p>')
  await undone()

  await menu('.deed-a', 'Choose to extract a class')
  await menu('.deed-b', 'Choose to extract a class')
  await page.getByRole('button', { name: 'Extract a class' }).click()
  const name = page.getByRole('textbox', { name: 'Name of the new class' })
  await name.fill('deed-red')
  await name.press('Enter')
  await isListed('.deed-red,.deed-a,.deed-b,.deed-c')
  await inCanvas('<p class="deed-a deed-red">A</p><p class="deed-b deed-red">B</p>')
  await undone()

  await menu('.deed-c', 'Delete everywhere')
  await isListed('.deed-a,.deed-b')
  await inCanvas('<p>C</p>')
  await undone()
  await page.close()
})

/** The list of styles, searched for a word, on a page of the editor. */
async function openStyles(query: string) {
  const operation = async (name: string, input: object) =>
    (
      await scene.api.post<{ data: { styles: { selector: string }[]; matches: { uid: string }[] } }>(
        `/api/projects/${scene.projectId}/operations/site.${name}`,
        { input },
      )
    ).data
  const page = await openEditor(scene.context, scene.studio)
  await page.getByRole('tab', { name: 'Design' }).click()
  await page.getByRole('button', { name: 'Styles', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search styles' }).fill(query)
  return {
    page,
    operation,
    /** The selectors as they are listed. */
    shown: () => page.locator('[data-rule] > span:first-child').allTextContents(),
    async menu(selector: string, item: string) {
      await page.getByRole('button', { name: `More about ${selector}`, exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    async insert(html: string) {
      const { matches } = await operation('find', { selector: 'main' })
      await operation('insertHtml', { parentId: matches[0]?.uid, html })
    },
  }
}
