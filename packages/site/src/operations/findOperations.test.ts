import { findOperations } from '@atelier/operation'
import { expect, it } from 'vitest'
import { siteOperations } from './index.ts'

const found = (query: string) => findOperations(siteOperations, query).map(({ name }) => name)

/** A person's request, in their own words, and its operation. */
it.each([
  ['favicon', 'setSiteSettings'],
  ['change the icon in the browser tab: favicon', 'setSiteSettings'],
  ['meta description', 'setPageSettings'],
  ['language', 'setSiteSettings'],
  ['the language of one page', 'setPageSettings'],
  ['dark mode', 'set_color_tokens'],
  ['support a dark theme', 'set_color_tokens'],
  ['redirect', 'renamePage'],
  ['redirect the old address to the new one', 'renamePage'],
  ['reusable card', 'createComponent'],
  ['turn this card into something reusable', 'createComponent'],
  ['SEO', 'setPageSettings'],
  ['picture that Facebook shows when the page is shared', 'setPageSettings'],
  ['og:image', 'setPageSettings'],
  ['keep a page out of Google', 'setPageSettings'],
  ['noindex', 'setPageSettings'],
  ['canonical url', 'setPageSettings'],
  ['RSS feed', 'setPageSettings'],
  ['robots.txt', 'setSiteSettings'],
  ['apple-touch-icon', 'setSiteSettings'],
  ['name of the website', 'setSiteSettings'],
  ['use our own domain', 'setSiteSettings'],
  ['undo what you just did', 'undoRun'],
  ['revert the last changes', 'undoRun'],
  ['go back to yesterday’s version', 'restoreVersion'],
  ['make a backup before the redesign', 'saveVersion'],
  ['history of the site', 'list_versions'],
  ['read a page of the web', 'fetchUrl'],
  ['look at the existing site at a URL', 'fetchUrl'],
  ['search the internet for facts', 'webSearch'],
  ['put the site online', 'publish'],
  ['deploy', 'publish'],
  ['where does the word “Munich” stand', 'find'],
  ['search for a text on all pages', 'find'],
  ['heading structure', 'outline'],
  ['is the page accessible?', 'check_page'],
  ['check for broken links', 'check_page'],
  ['contrast of the colours', 'check_page'],
  ['images without alt text', 'list_media'],
  ['write alt texts for the pictures', 'updateMedia'],
  ['swap the logo everywhere', 'replaceMedia'],
  ['delete a photo', 'deleteMedia'],
  ['rename a folder of images', 'moveMediaFolder'],
  ['install an npm package', 'setDependency'],
  ['JavaScript library', 'setDependency'],
  ['remove a script', 'deleteCodeAsset'],
  ['rename a javascript file', 'renameCodeAsset'],
  ['wrapping two elements in a div', 'wrapNodes'],
  ['ungroup', 'unwrapNode'],
  ['props of a component', 'setComponentParams'],
  ['put the card component on this page', 'insertComponent'],
  ['unlink an instance from its component', 'detachComponent'],
  ['which components are there', 'listComponents'],
  ['add a screen size', 'addBreakpoint'],
  ['change the tablet breakpoint to 800 px', 'updateBreakpoint'],
  ['remove a breakpoint', 'removeBreakpoint'],
  ['rename a CSS variable', 'renameToken'],
  ['delete a colour from the palette', 'deleteTokens'],
  ['remove a CSS rule', 'removeCss'],
  ['several edits at once', 'batch'],
  ['bulk edit', 'batch'],
  ['screenshot', 'render_snapshot'],
  ['404 page', 'setPageTemplate'],
  ['the same header on every page', 'setPageTemplate'],
  ['Google font', 'set_font_tokens'],
  ['font sizes', 'set_type_scale'],
  ['padding and margin scale', 'set_spacing_scale'],
  ['what happens when a button is clicked: click handler', 'write_code_asset'],
  ['list of blog posts', 'list_loop_sources'],
  ['copy a page', 'duplicatePage'],
  ['make this page the home page', 'renamePage'],
  ['hover effect', 'applyCss'],
  ['reorder sections', 'moveNode'],
  // By the names of parameters.
  ['darkModeEnabled', 'set_color_tokens'],
  ['ogDescription', 'setPageSettings'],
  ['touchIcon', 'setSiteSettings'],
  ['checkGate', 'setSiteSettings'],
  ['withMediaId', 'replaceMedia'],
  ['componentId', 'insertComponent'],
  ['scale ratio', 'set_type_scale'],
  ['restoreVersion', 'restoreVersion'],
  ['undo_run', 'undoRun'],
])('“%s” finds %s among the first three', (query, name) => {
  expect(found(query).slice(0, 3)).toContain(name)
})

it.each(['helicopter', 'qqq', '💐'])('“%s” finds nothing that fits better than by chance', (query) => {
  expect(found(query).length).toBeLessThanOrEqual(1)
})

it('returns the schema of operations outside the model’s tools, and only the name of the others', () => {
  const [first] = findOperations(siteOperations, 'favicon')
  expect(first).toMatchObject({ name: 'setSiteSettings', input: { properties: { favicon: expect.anything() } } })
  const [theme] = findOperations(siteOperations, 'dark mode')
  expect(theme).toEqual({ name: 'set_color_tokens', summary: 'Set colour tokens' })
  expect(findOperations(siteOperations, ' ')).toHaveLength(siteOperations.filter(({ onDemand }) => onDemand).length)
})

it('every operation has some keywords, short ones, and no two the same list', () => {
  for (const { name, keywords } of siteOperations) {
    expect.soft(keywords.length, name).toBeGreaterThan(1)
    expect.soft(keywords.length, name).toBeLessThanOrEqual(16)
    for (const keyword of keywords) expect.soft(keyword.length, keyword).toBeLessThanOrEqual(40)
    expect.soft(new Set(keywords).size, name).toBe(keywords.length)
  }
})
