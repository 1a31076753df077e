/** Slow by design: classes, tokens and ramps are made, used and taken back. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from './support/api.ts'
import { canvasHtml, type OpenStudio, openEditor, openStudio, styleInCanvas } from './support/editor.ts'

// covers apps/studio/src/editors/site/design packages/site/src/tokens packages/site/src/styles

let scene: OpenStudio

beforeAll(async () => {
  scene = await openStudio()
})
afterAll(async () => await scene?.close())

it('renames a class and promotes a colour from the design panel, and takes both back', async () => {
  const operation = (name: string, input: object) =>
    scene.api.post<{ ok: boolean; data: { styles: { selector: string }[]; values: { value: string }[] } }>(
      `/api/projects/${scene.projectId}/operations/site.${name}`,
      { input },
    )
  const css =
    '.kiln-note { color: #1f3a5f } .kiln-note:hover { color: #1F3A5F } .kiln-old { border: 1px solid rgb(31 58 95) }'
  await operation('applyCss', { css })
  const { data } = await operation('find', { selector: 'main' })
  const parentId = 'matches' in data && Array.isArray(data.matches) ? String(data.matches[0].uid) : ''
  await operation('insertHtml', { parentId, html: '<p class="kiln-note">Fired on Fridays</p>' })
  await operation('write_code_asset', {
    path: 'note.js',
    type: 'script',
    content: 'find(".kiln-note")\nfind("kiln-" + kind)',
  })
  const selectors = async (query: string) =>
    (await operation('listStyles', { query })).data.styles.map(({ selector }) => selector)
  const holds = async () => (await operation('findRepeatedValues', {})).data.values.map(({ value }) => value)

  const page = await openEditor(scene.context, scene.studio)
  await page.getByRole('tab', { name: 'Design' }).click()

  await page.getByRole('button', { name: 'Make a token of #1f3a5f' }).click()
  const name = page.getByRole('textbox', { name: 'Name of the token for #1f3a5f' })
  await name.fill('kiln-blue')
  await name.press('Enter')
  await page.getByRole('textbox', { name: 'Value of kiln-blue' }).waitFor()
  await until('no place that holds the colour', async () => !(await holds()).includes('#1f3a5f'))
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Make a token of #1f3a5f' }).waitFor()
  await page.getByRole('textbox', { name: 'Value of kiln-blue' }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Styles', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search styles' }).fill('kiln')
  await page.getByRole('button', { name: /^\.kiln-note 1$/ }).click()
  await page.getByText('unused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More about .kiln-note', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const field = page.getByRole('textbox', { name: 'New name of .kiln-note' })
  await field.fill('kiln-line')
  await field.press('Enter')
  await until('the class on the canvas', async () => (await canvasHtml(page)).includes('class="kiln-line"'))
  await page.getByText('1 line of a script still names .kiln-note.').waitFor()
  await page.getByRole('button', { name: 'note.js, line 2: a name is put together here' }).waitFor()
  await page.getByRole('button', { name: 'Change scripts too' }).click()
  const script = async () =>
    (await operation('read_code_asset', { path: 'note.js' }).then(({ data }) => JSON.stringify(data))).includes(
      '.kiln-line',
    )
  await until('the script', script)
  // The tab knows of it a moment later than the server does.
  await page.getByRole('button', { name: 'Change scripts too' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await until('the script as it was', async () => !(await script()))
  expect(await selectors('kiln')).toEqual(['.kiln-line', '.kiln-line:hover', '.kiln-old'])
  await page.keyboard.press('Control+z')
  await until('the old class on the canvas', async () => (await canvasHtml(page)).includes('class="kiln-note"'))
  expect(await selectors('kiln')).toEqual(['.kiln-note', '.kiln-note:hover', '.kiln-old'])
  await page.close()
})

it('picks the colour of a token, gives it one for dark schemes, and takes both back', async () => {
  const applied = await scene.api.post<{ ok: boolean }>(`/api/projects/${scene.projectId}/operations/site.applyCss`, {
    input: { css: ':root { --kiln: #445566; --kiln-face: "Kiln Sans", serif }' },
  })
  expect(applied.ok).toBe(true)
  const page = await openEditor(scene.context, scene.studio)
  const inCanvas = (name: string) => styleInCanvas(page, 'html', name)
  const undone = async () => {
    await page.keyboard.press('Control+z')
    await until('the undo', async () => (await inCanvas('--kiln')) === '#445566')
  }
  await page.getByRole('tab', { name: 'Design' }).click()
  await page.getByRole('button', { name: 'Choose kiln', exact: true }).click()
  const plane = page.getByRole('slider', { name: 'Lightness and chroma' })
  const box = await plane.boundingBox()
  if (!box) throw new Error('no plane')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 50, { steps: 2 })
  await until('what is tried on the canvas', async () => (await inCanvas('--kiln')) !== '#445566')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await until('what it was', async () => (await inCanvas('--kiln')) === '#445566')
  const text = page.getByRole('textbox', { name: 'Choose kiln, as text' })
  await text.fill('#778899')
  await text.press('Enter')
  await until('the colour on the canvas', async () => (await inCanvas('--kiln')) === '#778899')
  await page.keyboard.press('Escape')
  await undone()

  await page.getByRole('button', { name: 'More about kiln', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Give it a dark value' }).click()
  const dark = page.getByRole('textbox', { name: 'Value of kiln in the dark' })
  await dark.fill('#ddeeff')
  await dark.press('Enter')
  await page.emulateMedia({ colorScheme: 'dark' })
  await until('it on a dark canvas', async () => /#ddeeff/.test(await inCanvas('--kiln')))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: 'More about kiln', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove the dark value' }).click()
  await dark.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await dark.waitFor()
  await undone()
  await dark.waitFor({ state: 'detached' })
  expect(await page.getByRole('textbox', { name: 'Value of kiln-face' }).inputValue()).toBe('Kiln Sans')
  await page.close()
})

it('makes a ramp of an authored colour, goes to a rule that uses one of its shades, and takes the ramp back', async () => {
  const operation = (name: string, input: object) =>
    scene.api.post<{ ok: boolean; data: Record<string, unknown> }>(
      `/api/projects/${scene.projectId}/operations/site.${name}`,
      {
        input,
      },
    )
  await operation('applyCss', {
    css: ':root { --clay: #b4532a } @media (prefers-color-scheme: dark) { :root { --clay: #e08a5e } } h1:hover { color: var(--clay-900) } .kiln-none { color: var(--clay) } :root { --stone-100: #eee; --stone-500: #777; --stone-900: #111 }',
  })
  const { rootNodeId } = (await operation('addPage', { title: 'Far' })).data
  await operation('insertHtml', { parentId: rootNodeId, html: '<p class="kiln-far">Far away</p>' })
  await operation('applyCss', { css: '.kiln-far { color: red }' })
  const page = await openEditor(scene.context, scene.studio)
  await page.getByRole('tab', { name: 'Design' }).click()
  await page.getByRole('group', { name: 'Shades of stone' }).getByRole('button').nth(2).waitFor()
  expect(await page.getByRole('textbox', { name: 'Value of stone-500' }).count()).toBe(0)
  await page.getByRole('button', { name: 'More about clay', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Make a ramp of shades' }).click()
  const shades = page.getByRole('group', { name: 'Shades of clay', exact: true })
  await shades.getByRole('button', { name: 'Copy var(--clay-100)' }).waitFor()
  await page.getByRole('group', { name: 'Shades of clay in the dark' }).waitFor()
  await until('the ramp on the canvas', async () =>
    (await styleInCanvas(page, 'html', '--clay-100')).startsWith('oklch('),
  )

  await page.getByRole('button', { name: 'More about clay', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit the shades' }).click()
  // A menu that is closing is still there for a moment.
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More about clay-900', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Show where it is used' }).click()
  await page.getByRole('button', { name: 'h1:hover · color' }).click()
  const target = page.getByRole('group', { name: 'Where styles are written' })
  await target.getByRole('button', { name: 'h1:hover' }).waitFor()
  await page.getByRole('button', { name: 'More about clay', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Show where it is used' }).click()
  await page.getByRole('button', { name: '.kiln-none · color' }).click()
  await page.getByRole('button', { name: /^\.kiln-none/ }).waitFor()
  expect(await page.getByRole('searchbox', { name: 'Search styles' }).inputValue()).toBe('.kiln-none')
  await page.getByRole('searchbox', { name: 'Search styles' }).fill('kiln-far')
  await page.getByRole('button', { name: 'More about .kiln-far', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Far' }).click()
  await until('the page that uses it', async () => (await canvasHtml(page)).includes('Far away'))
  await page.getByRole('button', { name: 'Tokens', exact: true }).click()
  await page.keyboard.press('Control+z')
  await shades.waitFor({ state: 'detached' })
  await until('no ramp on the canvas', async () => (await styleInCanvas(page, 'html', '--clay-100')) === '')
  expect(await styleInCanvas(page, 'html', '--clay')).toBe('#b4532a')
  await page.close()
})
