import { expect, test } from 'vitest'
import { createTestProject } from '../../testing/project.ts'

async function read(maxChars?: number) {
  const project = createTestProject()
  const paragraphs = Array.from({ length: 60 }, (_, i) => `<p class="p${i}">Paragraph ${i}</p>`).join('')
  const css = Array.from({ length: 60 }, (_, i) => `.p${i} { color: red; top: ${i}px }`).join('\n')
  project.addPage(`<main class="bg-ink">${paragraphs}</main>`, { css })
  const tokens = [{ slug: 'ink', lightValue: '#111', darkValue: '#eee' }]
  expect(await project.call('set_color_tokens', { tokens })).toMatchObject({ ok: true })
  const results: { html: string; css: string; length: number; serializedChars: number }[] = []
  for (let part: number | null = 1; part !== null; ) {
    const result = await project.call('read_document', { part, ...(maxChars === undefined ? {} : { maxChars }) })
    const data: unknown = result.ok ? result.data : undefined
    if (typeof data !== 'object' || data === null || !('pageInfo' in data)) throw new Error(JSON.stringify(result))
    const { html, css: own, pageInfo } = JSON.parse(JSON.stringify(data))
    results.push({ html, css: own, length: JSON.stringify(data).length, serializedChars: pageInfo.serializedChars })
    part = pageInfo.nextPart
  }
  return results
}

test('a document is read with the custom properties of its design system and the utilities that it names', async () => {
  const [{ css } = { css: '' }] = await read()
  expect(css).toMatch(/:root \{[^}]*--ink: #111/)
  expect(css).toContain('prefers-color-scheme: dark')
  expect(css).toContain('.bg-ink')
  expect(css).not.toContain('.text-ink')
  expect(css.indexOf('.bg-ink')).toBeLessThan(css.indexOf('.p0'))
})

test('the smallest parts that can be asked for stay within their bound, and hold the same', async () => {
  const whole = await read()
  const parts = await read(1_200)
  expect(parts.length).toBeGreaterThan(5)
  for (const { length, serializedChars } of parts) {
    expect(length).toBeLessThanOrEqual(1_200)
    expect(serializedChars).toBeLessThanOrEqual(1_200)
  }
  for (const name of ['Paragraph 0<', 'Paragraph 59<']) expect(parts.some(({ html }) => html.includes(name))).toBe(true)
  // A long rule is split between its declarations, each of which is in one of the pieces.
  const declarations = (all: typeof parts) => [
    ...new Set(all.flatMap(({ css }) => (css.match(/[\w-]+: [^;{}]+/g) ?? []).map((each) => each.trim()))),
  ]
  expect(declarations(parts)).toEqual(declarations(whole))
})
