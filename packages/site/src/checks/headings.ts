import { isUnheard, type PageCheck } from './facts.ts'
import { saysSomething } from './names.ts'

/** Headings that are empty or skip a level, and pages without exactly one `<h1>`. */
export const checkHeadings: PageCheck = function* ({ entry, elements, page, around }, add) {
  let last = 0
  let top: string | undefined
  for (const node of elements) {
    yield
    const level = Number(/^h([1-6])$/.exec(node.tag)?.[1] ?? 0)
    if (level === 0 || isUnheard(page, node)) continue
    const at = { nodeId: node.id, excerpt: `<h${level}>` }
    if (!saysSomething(page, node)) {
      add({
        code: 'empty-heading',
        severity: 'warning',
        message: 'A heading is empty.',
        hint: 'Write it, or remove it.',
        ...at,
      })
    }
    if (level === 1 && top !== undefined) {
      const hint = 'Make it an <h2>; a page has one <h1> that says what it is about.'
      add({ code: 'many-h1', severity: 'warning', message: 'The page has a second <h1>.', hint, ...at })
    }
    if (level === 1) top ??= node.id
    if (last > 0 && level > last + 1) {
      const message = `An <h${level}> follows an <h${last}>: a level is left out.`
      const hint = `Make it an <h${last + 1}>, and set its size with CSS.`
      add({ code: 'heading-order', severity: 'warning', message, hint, ...at })
    }
    last = level
  }
  if (top !== undefined || entry.kind !== 'page') return
  for (const other of around) {
    for (const { tag } of other.walk()) {
      yield
      if (tag === 'h1') return
    }
  }
  const hint = 'Give the page one <h1> that says what it is about.'
  add({ code: 'no-h1', severity: 'warning', message: 'The page has no <h1>.', hint, nodeId: page.root })
}
