import { createMemoryView } from '@atelier/documents'
import { createTestProject } from '@atelier/site/testing/project'
import { expect, test } from 'vitest'
import { readPlan, rehearseBlueprint, standInParts, standInStyles, unstyledClasses, writePlan } from '../index.ts'

const draft = createMemoryView()
let count = 0
writePlan(draft, '', rehearseBlueprint('Ferment is a small bakery in Porto.'), () => {
  count += 1
  return `p${count}`
})
const plan = readPlan(draft)

/** A page that is written as the prompt of a page says. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Menu – Ferment</title>
<meta name="description" content="What there is.">
<link rel="stylesheet" href="/styles.css">
<style>.menu-board { color: var(--primary) }</style>
</head>
<body>
<!-- @component:header -->
<main class="main" data-block="main">
<section class="section" data-block="opening"><h1 class="section-title">Menu</h1>
<svg viewBox="0 0 10 10" aria-hidden="true"><path d="M0 0h10"/></svg></section>
<section class="section menu-board" data-block="list"><h2 class="section-title">Bread</h2>
<details><summary>Rye?</summary><p>Yes. <a href="/contact/">Ask us</a>, <a href="#prices">prices</a>.</p></details>
<table id="prices"><tr><th scope="row">Rye</th><td>1.60 €</td></tr></table></section>
</main>
<!-- @component:footer -->
<script>document.documentElement.dataset.ready = ''</script>
</body>
</html>
`

test('a page that keeps to the conventions of its prompt is written whole, and nothing is said but what becomes of it', async () => {
  const project = createTestProject()
  const shared = await project.call('writeFiles', {
    files: { ...standInParts(plan), 'styles.css': standInStyles(plan) },
  })
  expect(shared).toMatchObject({ ok: true, data: { success: true } })
  expect(shared.ok && (shared.warnings ?? [])).toEqual([])
  const written = await project.call('writeFile', { filename: 'menu.html', content: page })
  expect(written).toMatchObject({ ok: true, data: { success: true } })
  expect(written.ok ? (written.warnings ?? []) : []).toEqual([
    'menu.html: The inline script became scripts/menu.js, which this page loads; change it there.',
    expect.stringContaining('The <style> became'),
    'menu.html: Nothing is at /contact/ yet: write the page, or change the link.',
  ])
  const read = JSON.stringify(await project.call('readFile', { file: 'menu.html' }))
  for (const kept of ['@component:header', '@component:footer', 'data-block=\\"list\\"', 'Menu – Ferment'])
    expect(read).toContain(kept)
  expect(unstyledClasses(page, standInStyles(plan)).names).toEqual([])
})

test('the fallback styles have a rule for each class of the fallback parts', () => {
  const styles = standInStyles(plan)
  for (const part of Object.values(standInParts(plan))) expect(unstyledClasses(part, styles).isBroken).toBe(false)
})
