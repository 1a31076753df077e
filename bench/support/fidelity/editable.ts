import { cascadeRules, elementsOf, matchRules, parseSelectors, readTree, walkRules } from '@atelier/site'
import type { Browser } from 'playwright-core'
import type { BothSites } from './publish.ts'

/**
 * The declarations of style rules that apply to something on a page (a browser's own matching says so) and that the style
 * panel finds for a node.
 */
export async function editable(
  browser: Pick<Browser, 'newContext'>,
  sites: BothSites,
  source: string,
): Promise<{ share: number; missing: string[] }> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  /** How many declarations each rule has that a browser applies, and which of them were found. */
  const expected = new Map<string, { selector: string; count: number }>()
  const found = new Set<string>()
  for (const { view, path } of sites.pages.values()) {
    const tree = readTree(view)
    const rules = cascadeRules(sites.site, tree)
    const asked: { id: string; selector: string; plain: string; count: number }[] = []
    for (const [rule, around] of walkRules(rules)) {
      const count = rule.declarations.filter(({ name }) => name !== '').length
      if (
        rule.kind !== 'style' ||
        count === 0 ||
        around.some(({ kind, name }) => kind === 'style' || /keyframes/.test(name))
      )
        continue
      asked.push({ id: rule.id, selector: rule.selector, plain: withoutStates(rule.selector), count })
    }
    await page.goto(`${source}/${path}`, { waitUntil: 'domcontentloaded' })
    const applies = await page.evaluate(
      (selectors) =>
        selectors.map((selector) => {
          try {
            return document.querySelector(selector) !== null
          } catch {
            return false
          }
        }),
      asked.map(({ plain }) => plain),
    )
    for (const [index, { id, selector, count }] of asked.entries()) {
      if (applies[index] && parseSelectors(selector)) expected.set(id, { selector, count })
    }
    const elements = elementsOf(tree)
    const tops = [tree.root, tree.head].filter((top) => top !== '')
    for (const node of tops.flatMap((top) => [...tree.walk(top)])) {
      if (node.kind !== 'element') continue
      for (const rule of matchRules(rules, elements, node.id)) found.add(rule.id)
    }
    for (const rule of matchRules(rules, elements, ':html')) found.add(rule.id)
  }
  await context.close()
  let [reached, all] = [0, 0]
  const missing: string[] = []
  for (const [id, { selector, count }] of expected) {
    all += count
    if (found.has(id)) reached += count
    else missing.push(`not reached: ${selector}`)
  }
  return { share: all === 0 ? 1 : reached / all, missing }
}

/** A selector of the elements that it is about, whatever a user does with them. */
function withoutStates(selector: string): string {
  return selector
    .replace(
      /::?(?:before|after|first-letter|first-line|placeholder|selection|marker|backdrop|file-selector-button|-(?:webkit|moz|ms)-[\w-]+)(?:\([^()]*\))?/g,
      '',
    )
    .replace(/:(?:hover|focus|active|visited|focus-visible|focus-within|target)(?![\w(-])/g, '')
    .replace(/:not\(\s*\)/g, '')
    .replace(/(^|[,>+~])(\s*)(?=,|$|[>+~])/g, '$1$2*')
}
