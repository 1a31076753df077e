import type { ImportPlan } from '@atelier/api'
import { describe, expect, it, test } from 'vitest'
import {
  askedFor,
  bringsSomething,
  choiceFor,
  importChoices,
  pageToOpen,
  planSummary,
  removedPages,
  reportSentences,
  withoutReplacing,
} from './importing.ts'

const conflict = (path: string, usual: 'keep' | 'replace' | 'rename') => ({
  kind: 'page' as const,
  path,
  message: 'It is there already.',
  usual,
})
const media = { files: 2, bytes: 10, unused: 1, takesUnused: true }
const nothingChosen = {
  items: {},
  without: new Set<string>(),
  template: false,
  frames: false,
  keepsStarter: false,
  unused: undefined,
}

describe('the choices of an import', () => {
  it('follow the plan until something is chosen', () => {
    expect(choiceFor(conflict('a.html', 'rename'), nothingChosen)).toBe('rename')
    expect(choiceFor(conflict('a.html', 'rename'), { ...nothingChosen, items: { 'a.html': 'keep' } })).toBe('keep')
    expect(choiceFor(conflict('a.html', 'rename'), { ...nothingChosen, items: { 'b.html': 'keep' } })).toBe('rename')
  })

  it('rename the import’s pages when the starter’s are to stay, as it is shown', () => {
    const plan = { conflicts: [conflict('index.html', 'replace'), conflict('main.css', 'rename')], media }
    const items = { 'index.html': 'replace' as const, 'main.css': 'replace' as const }
    const kept = { ...nothingChosen, keepsStarter: true, items: withoutReplacing(items, plan.conflicts) }
    expect(plan.conflicts.map((each) => choiceFor(each, kept))).toEqual(['rename', 'replace'])
    expect(importChoices(plan, kept)).toMatchObject({
      starter: 'keep',
      items: { 'main.css': 'replace' },
    })
  })

  it('are sent as they are shown, also when one page of the starter stays', () => {
    const plan = { conflicts: [conflict('index.html', 'replace'), conflict('about.html', 'replace')], media }
    const { starter, items } = importChoices(plan, { ...nothingChosen, items: { 'about.html': 'keep' } })
    expect({ starter, items }).toEqual({
      starter: 'keep',
      items: { 'index.html': 'replace', 'about.html': 'keep' },
    })
  })

  it('keep the starter as soon as one of its pages is to stay', () => {
    const plan = { conflicts: [conflict('index.html', 'replace'), conflict('about.html', 'replace')], media }
    expect(importChoices(plan, nothingChosen).starter).toBe('replace')
    expect(importChoices(plan, { ...nothingChosen, items: { 'about.html': 'rename' } }).starter).toBe('keep')
    expect(importChoices(plan, { ...nothingChosen, items: { 'about.html': 'replace' } }).starter).toBe('replace')
  })

  it('do not keep the starter for a page that would stay anyway', () => {
    const plan = { conflicts: [conflict('menu.html', 'keep')], media }
    expect(importChoices(plan, nothingChosen).starter).toBe('replace')
  })

  it('go without a file in use only where the user agreed to that by name', () => {
    const leftOut = [
      { path: 'huge.css', why: 'A stylesheet may have 16 MB.', asks: true },
      { path: 'old.css', why: 'No page uses this stylesheet.' },
    ]
    expect(askedFor({ leftOut }).map(({ path }) => path)).toEqual(['huge.css'])
    const agreed = { ...nothingChosen, items: { 'a.html': 'keep' as const }, without: new Set(['huge.css']) }
    const { items } = importChoices({ conflicts: [], media }, agreed)
    expect(items).toEqual({ 'a.html': 'keep', 'huge.css': 'skip' })
  })

  it('take unused files as the plan proposes, unless that was decided', () => {
    const plan = { conflicts: [], media }
    expect(importChoices(plan, nothingChosen).unused).toBe(true)
    expect(importChoices(plan, { ...nothingChosen, unused: false }).unused).toBe(false)
  })
})

const plan: ImportPlan = {
  root: '',
  pages: [],
  stylesheets: [{ path: 'a.css', bytes: 1, rules: 1 }],
  media,
  scripts: [],
  redirects: [],
  tokens: [],
  conflicts: [],
  frames: [],
  chrome: [],
  removed: [],
  leftOut: [],
  refused: [],
  missing: [],
  external: [],
  warnings: [],
}

test('a plan says what it brings; a folder of pictures brings something, one of nothing does not', () => {
  expect(planSummary(plan)).toBe('1 stylesheet, 2 files')
  expect(bringsSomething(plan)).toBe(true)
  expect(bringsSomething({ ...plan, media: { ...media, files: 0 } })).toBe(false)
})

test('the home page is opened after an import, else the first one', () => {
  const page = (id: string, slug: string) => ({ id, slug, path: `${slug}.html`, title: id })
  expect(pageToOpen([page('a', 'about'), page('h', 'index')])).toBe('h')
  expect(pageToOpen([page('a', 'about'), page('m', 'menu')])).toBe('a')
  expect(pageToOpen([])).toBeUndefined()
})

test('a report names scripts and tokens only if there are any', () => {
  const report = { pages: [], stylesheets: [], media: { files: 1, bytes: 1 }, scripts: [], tokens: [] }
  expect(reportSentences(report)).toEqual(['0 pages, 0 stylesheets and 1 file are in the project.'])
  const token = { name: '--ink', kind: 'color' as const, value: '#000' }
  expect(reportSentences({ ...report, scripts: [{ path: 'a.js' }], tokens: [token, token] }).slice(1)).toEqual([
    '1 script came along, switched off. Under Code you can switch it on.',
    '2 design tokens came along. Under Design you can change them.',
  ])
})

test('the starter stays if a person keeps it, and a plan names the pages that would go', () => {
  expect(importChoices({ conflicts: [], media }, { ...nothingChosen, keepsStarter: true }).starter).toBe('keep')
  const titled = (...titles: string[]) => removedPages(titles.map((title, index) => ({ id: `p${index}`, title })))
  expect([titled('Home'), titled('Home', 'Menu'), titled('Home', 'Menu', 'Visit')]).toEqual([
    'Home',
    'Home and Menu',
    'Home, Menu and Visit',
  ])
})
