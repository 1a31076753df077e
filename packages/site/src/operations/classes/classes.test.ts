import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { addCode, codeAssets } from '../../code/assets.ts'
import { printCss } from '../../css/printCss.ts'
import { documents } from '../../document/pages.ts'
import { readTree } from '../../document/tree.ts'
import { printInnerHtml } from '../../html/print.ts'
import { sheetText } from '../../sheet/text.ts'
import { writeSheet } from '../../sheet/write.ts'

const card = `.card { padding: 16px; color: #1f3a5f }
.card:hover, .tile { color: red }
.list > .card .title { margin: 0 }
@media (max-width: 600px) {
  .card { padding: 8px; &.wide { padding: 4px } }
}
.cards { gap: 1px }`

const home =
  '<main class="list"><article class="card wide"><h2 class="title">A</h2></article><p class="cards">x</p></main>'

const script = `const card = document.querySelector('.card')
card.classList.toggle("card")
el.className = 'wide card'
localStorage.getItem('card') // .card
list.innerHTML = \`<i class="card \${on ? 'card' : ''}">\`
/\\.card/.test(x)`

function site() {
  const project = createTestProject()
  const { pageId } = project.addPage(home, { css: card })
  const other = project.addPage('<div class="card" data-target=".card" data-name="card">y</div>', {
    title: 'Other',
    slug: 'other',
  })
  const sheet = writeSheet(
    project.site,
    {
      name: 'base.css',
      path: 'base.css',
      css: '/* .card */\n@layer base { .card{color:blue} }\n:not(.card) { top: 0 }',
    },
    project.newId,
  )
  addCode(project.site, { id: 'a', path: 'menu.js', type: 'script', content: script, now: 0 })
  const html = (id: string) => {
    const page = project.pages.get(id)
    const tree = page && readTree(page)
    return tree ? printInnerHtml(tree, tree.root) : ''
  }
  const all = () => ({
    css: printCss(project.site),
    sheet: sheetText(project.site, sheet.entry.id),
    pages: documents(project.site).map(({ id }) => html(id)),
    scripts: codeAssets(project.site).map(({ content }) => content),
  })
  const done = async (name: string, input: unknown): Promise<unknown> => {
    const result = await project.call(name, input)
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    return result.data
  }
  return { ...project, all, html, done, pageId, otherId: other.pageId }
}

describe('listStyles', () => {
  it('lists every rule of all sheets with where it is used, and what nothing can match', async () => {
    const { done, pageId, otherId } = site()
    const { styles } = (await done('listStyles', {})) as { styles: { selector: string }[] }
    expect(styles.map(({ selector }) => selector)).toEqual([
      '.card',
      ':not(.card)',
      '.card',
      '.card:hover, .tile',
      '.list > .card .title',
      '.card',
      '&.wide',
      '.cards',
    ])
    expect(styles[0]).toMatchObject({ layer: 'base', sheetName: 'base.css', declarations: 1, unused: false })
    expect(styles[2]).toMatchObject({
      conditions: [],
      sheet: '',
      nodes: 2,
      documents: [
        { id: pageId, nodes: 1 },
        { id: otherId, nodes: 1 },
      ],
      classes: ['card'],
    })
    expect(styles[5]).toMatchObject({ conditions: ['@media (max-width: 600px)'] })
    expect(styles[6]).toMatchObject({ conditions: ['@media (max-width: 600px)', '.card'], nodes: 1 })
  })

  it('counts a rule as used that a script may bring in, or that spans a page and its component', async () => {
    const { done, call } = site()
    await call('applyCss', {
      css: '.gone { top: 0 } .wide .cards { top: 0 } .gone.card { top: 0 } @keyframes spin { to { top: 0 } } .menu { top: 0 } html { top: 0 }',
    })
    expect(await done('listStyles', { unused: true })).toMatchObject({
      styles: [
        { selector: '.gone' },
        { selector: '.gone.card' },
        { selector: '@keyframes spin' },
        { selector: '.menu' },
      ],
      total: 4,
    })
    await call('write_code_asset', { path: 'open.js', type: 'script', content: 'el.classList.add("menu")' })
    expect(await done('listStyles', { unused: true, query: 'menu' })).toMatchObject({ total: 0 })
  })
})

describe('renameClass', () => {
  it('renames in every sheet, nested rule and page, and leaves longer names, comments and scripts', async () => {
    const { done, all } = site()
    const before = all()
    expect(await done('renameClass', { from: '.card', to: 'panel' })).toMatchObject({
      rules: 6,
      nodes: 2,
      scripts: [
        { path: 'menu.js', line: 1 },
        { line: 2 },
        { line: 3 },
        { line: 5 },
        { line: 1, text: 'data-target=".card"' },
      ],
      scriptsChanged: false,
    })
    const after = all()
    expect(after.css).toBe(before.css.replaceAll(/\.card\b/g, '.panel').replace('.panels', '.cards'))
    expect(after.sheet).toBe('/* .card */\n@layer base { .panel{color:blue} }\n:not(.panel) { top: 0 }')
    expect(after.pages[0]).toContain('class="panel wide"')
    expect(after.pages[1]).toContain('class="panel" data-target=".card"')
    expect(after.scripts).toEqual(before.scripts)
  })

  it('with scripts: true changes them where a class is meant', async () => {
    const { done, all } = site()
    await done('renameClass', { from: 'card', to: 'panel', scripts: true })
    expect(all().scripts[0]).toBe(`const card = document.querySelector('.panel')
card.classList.toggle("panel")
el.className = 'wide panel'
localStorage.getItem('card') // .card
list.innerHTML = \`<i class="panel \${on ? 'panel' : ''}">\`
/\\.card/.test(x)`)
    expect(all().pages[1]).toContain('data-target=".panel" data-name="card"')
  })

  it('changes the scripts by a second call too', async () => {
    const { done, all } = site()
    await done('renameClass', { from: 'card', to: 'panel' })
    expect(await done('renameClass', { from: 'card', to: 'panel', scripts: true })).toMatchObject({
      nodes: 0,
      rules: 0,
    })
    expect(all().scripts[0]).toContain("querySelector('.panel')")
  })

  it('comes back byte for byte when it is renamed back', async () => {
    const { done, all } = site()
    const before = all()
    await done('renameClass', { from: 'card', to: 'panel', scripts: true })
    await done('renameClass', { from: 'panel', to: 'card', scripts: true })
    expect(all()).toEqual(before)
  })

  it('refuses a name that is taken, and warns of selectors by attribute', async () => {
    const { call, done } = site()
    expect(await call('renameClass', { from: 'card', to: 'tile' })).toMatchObject({ error: { code: 'name_taken' } })
    expect(await call('renameClass', { from: 'none', to: 'x' })).toMatchObject({ error: { code: 'unknown_class' } })
    await done('applyCss', { css: '[class~="card"] { top: 0 }' })
    expect(await call('renameClass', { from: 'card', to: 'panel' })).toMatchObject({
      warnings: [
        expect.stringContaining('scripts: true'),
        expect.stringContaining('[class~="card"]'),
        expect.stringContaining('scriptsLeft'),
      ],
    })
  })

  it('renames on the elements of components', async () => {
    const { done, all, html, site: document, pages, pageId } = site()
    const page = pages.get(pageId)
    const node = page && [...readTree(page).walk()].find(({ tag }) => tag === 'article')
    await done('createComponent', { title: 'Card', nodeIds: [node?.id] })
    await done('renameClass', { from: 'card', to: 'panel' })
    const component = documents(document).find(({ kind }) => kind === 'component')
    expect(html(component?.id ?? '')).toContain('class="panel wide"')
    expect(all().css).not.toMatch(/\.card\b/)
  })
})

describe('deleteClass', () => {
  it('takes it off elements and out of rules that need it, and keeps what others use', async () => {
    const { done, all, call } = site()
    expect(await done('deleteClass', { name: 'card' })).toMatchObject({ nodes: 2, changed: ['.card:hover, .tile'] })
    const { css, sheet, pages } = all()
    expect(css).not.toMatch(/\.card\b/)
    expect(css).toContain('.tile { color: red }')
    expect(css).toContain('.cards { gap: 1px }')
    expect(sheet).toContain(':not(.card)')
    expect(pages[0]).toContain('<article class="wide">')
    expect(await call('deleteClass', { name: 'nothing' })).toMatchObject({ error: { code: 'unknown_class' } })
  })
})

describe('duplicateClass', () => {
  it('copies each rule behind its original, under its conditions', async () => {
    const { done, all, pages, pageId } = site()
    const page = pages.get(pageId)
    const node = page && [...readTree(page).walk()].find(({ tag }) => tag === 'article')
    const result = await done('duplicateClass', { name: 'card', to: 'card-big', nodeIds: [node?.id] })
    expect(result).toMatchObject({ nodes: 1 })
    expect(all().css).toBe(`.card { padding: 16px; color: #1f3a5f }
.card-big { padding: 16px; color: #1f3a5f }
.card:hover, .tile { color: red }
.card-big:hover { color: red }
.list > .card .title { margin: 0 }
.list > .card-big .title { margin: 0 }
@media (max-width: 600px) {
  .card { padding: 8px; &.wide { padding: 4px } }
  .card-big { padding: 8px; &.wide { padding: 4px } }
}
.cards { gap: 1px }`)
    expect(all().pages[0]).toContain('class="card-big wide"')
    expect(all().sheet).toContain('.card-big{color:blue}')
  })
})

describe('mergeClasses', () => {
  it('puts rules of the same selector together, keeps the values of the one that stays and says which went', async () => {
    const { done, all, call } = site()
    await call('applyCss', { css: '.box { color: green } .box .title { top: 0 } .list > .box .title { margin: 1px }' })
    expect(await done('mergeClasses', { from: 'box', into: 'card' })).toMatchObject({
      merged: ['.box', '.list > .box .title'],
      renamed: ['.box .title'],
      conflicts: [
        { property: 'color', kept: '#1f3a5f', dropped: 'green' },
        { property: 'margin', kept: '0', dropped: '1px' },
      ],
    })
    expect(all().css).toContain('.card .title { top: 0 }')
    expect(all().css).not.toContain('.box')
  })
})

describe('extractClass', () => {
  it('moves what rules share before the first of them, and gives the class to their elements', async () => {
    const { call, done, all } = site()
    await call('applyCss', { css: '.a { display: grid; gap: 8px; top: 0 }\n.b { display: grid; gap: 8px }' })
    await call('insertHtml', { parentId: all() && (await root(done)), html: '<i class="a"></i><i class="b"></i>' })
    const { styles } = (await done('listStyles', {})) as { styles: { selector: string; ruleId: string }[] }
    const ruleIds = styles.flatMap(({ selector, ruleId }) => (selector === '.a' || selector === '.b' ? [ruleId] : []))
    expect(await done('extractClass', { name: 'row', ruleIds })).toMatchObject({
      declarations: ['display: grid', 'gap: 8px'],
      nodes: 2,
      removed: ['.b'],
    })
    expect(all().css).toMatch(/\.row \{ display: grid; gap: 8px; \}\s+\.a \{ top: 0 \}$/)
    expect(all().pages[0]).toContain('<i class="a row"></i><i class="b row"></i>')
  })

  it('refuses rules of states, and rules that share nothing', async () => {
    const { call, done } = site()
    const { styles } = (await done('listStyles', {})) as { styles: { selector: string; ruleId: string }[] }
    const idOf = (selector: string) => styles.findLast((each) => each.selector === selector)?.ruleId
    expect(
      await call('extractClass', { name: 'x', ruleIds: [idOf('.card:hover, .tile'), idOf('.cards')] }),
    ).toMatchObject({ error: { code: 'nothing_shared', message: expect.stringContaining('state') } })
    expect(
      await call('extractClass', { name: 'x', ruleIds: [idOf('.list > .card .title'), idOf('.cards')] }),
    ).toMatchObject({ error: { message: 'The rules share no declaration.' } })
  })

  it('moves what style attributes share', async () => {
    const { call, done, all, pages, pageId } = site()
    await call('insertHtml', {
      parentId: await root(done),
      html: '<b style="color: red; top: 0">1</b><b style="color:red">2</b>',
    })
    const page = pages.get(pageId)
    const nodeIds = page ? [...readTree(page).walk()].flatMap(({ id, tag }) => (tag === 'b' ? [id] : [])) : []
    await done('extractClass', { name: 'warn', nodeIds })
    expect(all().pages[0]).toContain('<b style="top: 0" class="warn">1</b><b class="warn">2</b>')
    expect(all().css).toContain('.warn {\n  color: red;\n}')
  })
})

async function root(done: (name: string, input: unknown) => Promise<unknown>): Promise<string> {
  const { matches } = (await done('find', { selector: 'main' })) as { matches: { uid: string }[] }
  return matches[0]?.uid ?? ''
}
