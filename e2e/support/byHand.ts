import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Api, type ProjectView, signIn } from './api.ts'
import { openProject } from './editor.ts'
import { openBrowser, type SharedStudio, shareStudio } from './shared.ts'

/** A blank page in the editor of a new studio. */
export interface BlankScene {
  readonly context: BrowserContext
  readonly studio: SharedStudio
  readonly api: Api
  readonly project: ProjectView
  readonly page: Page
  close(): Promise<void>
}

export async function openBlankScene(): Promise<BlankScene> {
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const studio = await shareStudio()
  const api = await signIn(studio)
  const project = await api.post<ProjectView>('/api/projects', { name: 'Harbour Bakery', starter: 'blank' })
  const page = await openProject(context, studio, { projectId: project.id })
  await page.locator('iframe[title="The page"]').waitFor()
  return {
    context,
    studio,
    api,
    project,
    page,
    async close() {
      await browser.close()
      await studio.remove()
    },
  }
}

/** A file of the same page as a developer wrote it. */
export const fixture = (name: string) => readFileSync(new URL(`../fixtures/by-hand/${name}`, import.meta.url))

/** The words of the page, in their order. */
export const words = {
  home: [
    ...['Bread from the harbour', 'Baked over wood at four every morning, sold until the shelf is empty.'],
    ...['Find the shop', 'How we bake'],
    ...['Harbour rye', 'Three days of sourdough, dark and moist.'],
    ...['Salt roll', 'Butter, flour and salt from the flats.'],
    ...['Plain white', 'The one that goes with everything.'],
    ...['I moved house to be nearer to this bakery.', 'Marta, upstairs'],
    ...['Come by', 'We bake from four and open at seven.', 'The way here'],
  ],
  second: ['Ring us', 'Orders until noon are ready the next day.', 'Call the shop'],
  footer: ['© Harbour Bakery', 'Visit us', 'Imprint'],
  about: ['How we bake', 'Flour, water, salt and three days.'],
  title: 'Harbour Bakery: bread from the harbour',
  descriptions: {
    home: 'Sourdough from a wood oven by the harbour, open every day from seven.',
    about: 'Wood, water and three days: how a loaf of ours is made.',
  },
  alt: 'Loaves on a shelf',
}

/** The colours of the page: each with its value in light and dark schemes. */
export const colors: readonly (readonly [name: string, value: string])[] = [
  ['accent', 'light-dark(#9a3412, #fdba74)'],
  ['on-accent', 'light-dark(#ffffff, #292524)'],
  ['ink', 'light-dark(#292524, #f5f5f4)'],
  ['paper', 'light-dark(#fafaf9, #1c1917)'],
]

/** Publishes the site, and compares what is published with what the page should be and with the fixture. */
export async function expectAsByHand({ api, studio, context, project }: BlankScene) {
  await api.post(`/api/projects/${project.id}/publish`)
  const root = `http://127.0.0.1:${studio.ports.sites}/${project.slug}/`
  const read = async (path: string) => await (await fetch(new URL(path, root))).text()
  const [home, about] = [await read(''), await read('how-we-bake/')]
  const links = [...home.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href)
  const css = (await Promise.all(links.map(read))).join('\n')

  expect(home).toContain(`<title>${words.title}</title>`)
  expect(home).toContain(`<meta name="description" content="${words.descriptions.home}">`)
  expect(about).toContain('<title>How we bake</title>')
  expect(about).toContain(`<meta name="description" content="${words.descriptions.about}">`)
  const texts = [...home.replace(/^[\s\S]*<body>/, '').matchAll(/>\s*([^<>]*[^<>\s])\s*</g)].map(([, text]) => text)
  expect(texts).toEqual([...words.home, ...words.second, ...words.footer])
  for (const text of words.about) expect(about).toContain(`>${text}</`)
  expect(about).toContain('<h1>How we bake</h1>')
  expect(home).toMatch(new RegExp(`<a class="button-quiet" href="(?:/${project.slug})?/how-we-bake/">How we bake</a>`))
  expect(home).toMatch(new RegExp(`<img class="hero-picture" src="[^"]+/loaves[^"]*\\.svg" alt="${words.alt}"`))

  for (const html of [home, about]) expect(html).not.toMatch(/\sstyle=|<style/)
  expect(css).not.toMatch(/!important|#[\w-]+\s*[,{]/)
  expect(css).toMatch(/\.button:hover \{[^}]*background(?:-color)?: var\(--ink\)/)
  expect(valuesOfTokens(css)).toEqual([])

  const page = await context.newPage()
  const look = async (width: number, colorScheme: 'light' | 'dark') => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.goto(root)
    return await page.evaluate(() => {
      const columns = (selector: string) => {
        const element = document.querySelector(selector)
        return element ? getComputedStyle(element).gridTemplateColumns.split(' ').length : 0
      }
      const overflow = document.documentElement.scrollWidth > window.innerWidth
      const { backgroundColor, color } = getComputedStyle(document.body)
      return { hero: columns('.hero'), cards: columns('.cards'), overflow, backgroundColor, color }
    })
  }
  const light = { overflow: false, backgroundColor: 'rgb(250, 250, 249)', color: 'rgb(41, 37, 36)' }
  const dark = { overflow: false, backgroundColor: 'rgb(28, 25, 23)', color: 'rgb(245, 245, 244)' }
  expect(await look(1440, 'light')).toEqual({ hero: 2, cards: 3, ...light })
  expect(await look(390, 'dark')).toEqual({ hero: 1, cards: 1, ...dark })
  await page.close()

  const bytes = Buffer.byteLength(home + about + css)
  const byDeveloper = ['index.html', 'about.html', 'styles.css'].reduce((sum, name) => sum + fixture(name).length, 0)
  expect(bytes / byDeveloper).toBeLessThanOrEqual(1.2)
  return { bytes, byDeveloper }
}

/** The declarations that hold the value of a token rather than the token: colours and lengths in any notation of the sheet. */
export function valuesOfTokens(css: string): string[] {
  const plain = (value: string) =>
    value
      .toLowerCase()
      .replace(/(\d*\.?\d+)rem\b/g, (_all, number) => `${Number(number) * 16}px`)
      .replace(/#([\da-f])([\da-f])([\da-f])\b/g, '#$1$1$2$2$3$3')
  const declarations = [...css.matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g)].map(([, name = '', value = '']) => ({
    name,
    value: plain(value.trim()),
  }))
  const tokens = new Set(declarations.flatMap(({ name, value }) => (name.startsWith('--') ? [value] : [])))
  return declarations.flatMap(({ name, value }) => {
    const parts = [value, ...value.split(/[\s,()]+/)]
    return !name.startsWith('--') && parts.some((part) => tokens.has(part)) ? [`${name}: ${value}`] : []
  })
}
