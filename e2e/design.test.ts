import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeStylesheet } from '../bench/css.ts'
import { deepTest } from '../scripts/testing/deepTest.ts'
import { type Api, firstProject, pageHtml, signIn, until } from './support/api.ts'
import { clickInCanvas, openEditor, showPanel, styleInCanvas } from './support/editor.ts'
import { openBrowser, type SharedStudio, shareStudio, type TestBrowser } from './support/shared.ts'

// covers apps/studio/src/editors/site/design apps/server/src/fonts packages/site/src/tokens

describe('the design system', () => {
  let browser: TestBrowser
  let context: BrowserContext
  let studio: SharedStudio
  let api: Api
  let projectId = ''
  let slug = ''

  beforeAll(async () => {
    browser = await openBrowser()
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    studio = await shareStudio()
    api = await signIn(studio)
    const project = await firstProject(api)
    projectId = project.id
    slug = project.slug
  })
  afterAll(async () => {
    await browser?.close()
    await studio?.remove()
  })

  const run = (name: string, input: object) =>
    api.post<{ ok: boolean; data?: object; error?: { message: string } }>(
      `/api/projects/${projectId}/operations/site.${name}`,
      { input },
    )
  const root = () => `http://127.0.0.1:${studio.ports.sites}/${slug}/`
  const inCanvas = (page: Page, name: string) =>
    page
      .frames()
      .flatMap((frame) => (frame === page.mainFrame() ? [] : [frame]))
      .at(0)
      ?.evaluate((variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim(), name)

  it('is edited in its panel, and shows on the canvas at once', async () => {
    const page = await openEditor(context, studio)
    await page.getByRole('tab', { name: 'Design' }).click()
    await page.getByRole('button', { name: 'Add a colour' }).click()
    const value = page.getByRole('textbox', { name: 'Value of primary' })
    await value.fill('oklch(0.6 0.2 30)')
    await value.press('Enter')
    await until('the colour on the canvas', async () => (await inCanvas(page, '--primary')) === 'oklch(0.6 0.2 30)')
    await page.getByRole('button', { name: 'Create the type scale' }).click()
    await until('the scale on the canvas', async () => ((await inCanvas(page, '--text-m')) ?? '').startsWith('clamp('))
    await page.getByRole('button', { name: 'Create the spacing scale' }).click()
    const name = page.getByRole('textbox', { name: 'Name of primary' })
    await name.fill('Brand')
    await name.press('Enter')
    await until('the new name on the canvas', async () => (await inCanvas(page, '--brand')) === 'oklch(0.6 0.2 30)')
    await page.keyboard.press('Control+z')
    await until('the old name again', async () => (await inCanvas(page, '--primary')) === 'oklch(0.6 0.2 30)')
    await page.getByRole('button', { name: 'Add a font' }).click()
    await page.getByRole('textbox', { name: 'Google font' }).fill('Inter')
    await page.getByRole('button', { name: 'Install font' }).click()
    await page
      .getByText(/could not be reached/)
      .first()
      .waitFor()
    await page.close()
  })

  deepTest('uploads a font, uses it in a style, serves it with the site, and takes it back', async () => {
    const bytes = readFileSync(
      new URL('../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', import.meta.url),
    )
    const page = await openEditor(context, studio)
    await page.getByRole('tab', { name: 'Design' }).click()
    await page.getByRole('button', { name: 'Add a font' }).click()
    await page
      .getByLabel('Font file to upload')
      .setInputFiles({ name: 'KilnSans-Bold.woff2', mimeType: 'font/woff2', buffer: bytes })
    await until('its name', async () =>
      (await page.getByRole('textbox', { name: 'What it is for' }).inputValue()).startsWith('KilnSans'),
    )
    await page.getByRole('textbox', { name: 'What it is for' }).fill('Kiln')
    await page.getByRole('button', { name: 'Add font' }).click()
    await page.getByRole('textbox', { name: 'Name of Kiln' }).waitFor()
    await page.getByText('Kiln Sans', { exact: true }).waitFor()
    await page.getByText(/^Weights that the styles use: 400/).waitFor()
    const html = await pageHtml(api, projectId)

    await clickInCanvas(page, 'h1')
    await showPanel(page, 'Properties')
    const family = page.getByRole('combobox', { name: 'Font', exact: true })
    await family.fill('var(--font-kiln)')
    await family.press('Enter')
    await until('it on the canvas', async () => (await styleInCanvas(page, 'h1', 'font-family')).includes('Kiln Sans'))
    const isLoaded = () =>
      page.evaluate(() => {
        const fonts = document.querySelector<HTMLIFrameElement>('iframe[title="The page"]')?.contentDocument?.fonts
        return [...(fonts ?? [])].some(({ family, status }) => /Kiln Sans/.test(family) && status === 'loaded')
      })
    await until('the file loaded on the canvas', isLoaded)
    const published = async () => {
      await api.post(`/api/projects/${projectId}/publish`)
      const text = await (await fetch(root())).text()
      const sheets = [...text.matchAll(/href="([^"]+\.css)"/g)].map(([, path = '']) => new URL(path, root()))
      return (await Promise.all(sheets.map(async (sheet) => (await fetch(sheet)).text()))).join('\n')
    }
    const file = /font-family: "Kiln Sans";[^}]*url\("([^"]+)"\)/.exec(await published())?.[1]
    const served = await fetch(new URL(file ?? 'missing', root()))
    expect(served.status).toBe(200)
    expect((await served.arrayBuffer()).byteLength).toBe(bytes.byteLength)

    await page.getByRole('combobox', { name: 'Display', exact: true }).focus()
    await page.keyboard.press('Control+z')
    await until('the former style', async () => (await pageHtml(api, projectId)) === html)
    await page.keyboard.press('Control+z')
    await page.getByRole('textbox', { name: 'Name of Kiln' }).waitFor({ state: 'detached' })
    expect(await published()).not.toContain('Kiln Sans')
    await page.close()
  })

  deepTest('follows the visitor’s scheme, and a class or attribute over it', async () => {
    const token = { slug: 'ground', lightValue: 'rgb(250, 250, 250)', darkValue: 'rgb(10, 10, 10)' }
    await run('set_color_tokens', { tokens: [token] })
    const inverted =
      '<div id="boxes"><i class="bg-ground"></i><i class="theme-dark"><b class="bg-ground"></b></i><i class="theme-light"><b class="bg-ground"></b></i><i class="theme-inverted"><b class="bg-ground"></b></i><i data-theme="dark"><u class="theme-inverted"><b class="bg-ground"></b></u></i></div>'
    const made = await run('addPage', { title: 'Schemes', slug: 'schemes' })
    const parentId = made.data && 'rootNodeId' in made.data ? made.data.rootNodeId : ''
    expect(await run('insertHtml', { parentId, html: inverted })).toMatchObject({ ok: true })
    await api.post(`/api/projects/${projectId}/publish`)
    const page = await context.newPage()
    const shades = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${root()}schemes/`)
      return page.evaluate(() =>
        [...document.querySelectorAll('#boxes .bg-ground')].map((each) =>
          getComputedStyle(each).backgroundColor === 'rgb(10, 10, 10)' ? 'dark' : 'light',
        ),
      )
    }
    expect(await shades('light')).toEqual(['light', 'dark', 'light', 'dark', 'light'])
    expect(await shades('dark')).toEqual(['dark', 'dark', 'light', 'light', 'light'])
    await page.close()
  })

  deepTest('one declaration changes one computed style of one element, on a page with 250 kB of CSS', async () => {
    await run('applyCss', { css: `${makeStylesheet(250_000)}\n.target { opacity: 1; padding: 4px }` })
    const made = await run('addPage', { title: 'Mutation', slug: 'mutation' })
    const parentId = made.data && 'rootNodeId' in made.data ? made.data.rootNodeId : ''
    const cards = Array.from(
      { length: 30 },
      (_, index) => `<div class="card-${index}"><h2>${index}</h2><p>Text</p></div>`,
    )
    await run('insertHtml', { parentId, html: `<main>${cards.join('')}<p class="target">Here</p></main>` })
    const page = await context.newPage()
    const styles = async () => {
      await api.post(`/api/projects/${projectId}/publish`)
      await page.goto(`${root()}mutation/`)
      return page.evaluate(() => {
        // An animation has another value each time that it is read.
        for (const each of document.getAnimations()) each.cancel()
        return [...document.querySelectorAll('body, body *')].map((element) => {
          const style = getComputedStyle(element)
          const all = Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]))
          return { element: `${element.tagName}.${element.className}`, all }
        })
      })
    }
    const before = await styles()
    expect(await run('applyCss', { css: '.target { opacity: 0.5 }' })).toMatchObject({ ok: true })
    const after = await styles()
    const changed = after.flatMap(({ element, all }, index) =>
      Object.entries(all).flatMap(([name, value]) =>
        before[index]?.all[name] === value ? [] : [`${element} ${name}: ${value}`],
      ),
    )
    expect(changed).toEqual(['P.target opacity: 0.5'])
    await page.close()
  })
})
