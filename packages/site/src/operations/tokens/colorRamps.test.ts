import { describe, expect, it } from 'vitest'
import { createTestProject } from '../../../testing/project.ts'
import { printCss } from '../../css/printCss.ts'
import { sheetText } from '../../sheet/text.ts'
import { writeSheet } from '../../sheet/write.ts'
import { tokens } from '../../tokens/all.ts'
import { readOklch } from '../../tokens/oklch.ts'
import { colorRamps } from '../../tokens/ramps.ts'

/** A project with styles in its own sheet, or in an imported one. */
function site(css: string, where: 'own' | 'imported' = 'own') {
  const project = createTestProject()
  project.addPage('<p>x</p>', where === 'own' ? { css } : {})
  const sheet =
    where === 'own' ? '' : writeSheet(project.site, { name: 'a.css', path: 'a.css', css }, project.newId).entry.id
  const done = async (name: string, input: unknown): Promise<unknown> => {
    const result = await project.call(name, input)
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    return result.data
  }
  const text = () => (where === 'own' ? printCss(project.site) : (sheetText(project.site, sheet) ?? ''))
  const value = (name: string) => tokens(project.site).find((each) => each.name === name)
  return { ...project, done, css: text, value }
}

const lightness = (value = '') => readOklch(value)?.lightness ?? Number.NaN

describe('makeColorRamp', () => {
  it('writes the shades behind the colour, in its own rule, and the colour itself is one of them', async () => {
    const { done, css } = site(':root {\n  --brand: #3b6fd4;\n  --gap: 8px;\n}')
    expect(await done('makeColorRamp', { name: 'brand' })).toMatchObject({
      name: 'brand',
      created: 10,
      updated: 0,
      kept: 0,
      steps: expect.arrayContaining([{ ref: 'var(--brand-600)', value: 'var(--brand)' }]),
    })
    expect(css()).toMatchInlineSnapshot(`
      ":root {
        --brand: #3b6fd4;
        --brand-50: oklch(0.975 0.01 262);
        --brand-100: oklch(0.946 0.02 262);
        --brand-200: oklch(0.894 0.037 262);
        --brand-300: oklch(0.827 0.06 262);
        --brand-400: oklch(0.732 0.096 262);
        --brand-500: oklch(0.636 0.133 262);
        --brand-600: var(--brand);
        --brand-700: oklch(0.463 0.165 262);
        --brand-800: oklch(0.365 0.134 262);
        --brand-900: oklch(0.28 0.103 262);
        --gap: 8px;
      }"
    `)
  })

  it('goes from light to dark without a step back, for every kind of colour', async () => {
    for (const color of [
      '#3b6fd4',
      '#1f3a5f',
      '#fde047',
      '#fff',
      '#000',
      'hsl(0 0% 50%)',
      'oklch(0.7 0.3 150)',
      'tomato',
    ]) {
      const { done, value } = site(`:root { --c: ${color} }`)
      await done('makeColorRamp', { name: '--c' })
      const steps = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900']
      const all = steps.map((step) => {
        const text = value(`--c-${step}`)?.value
        return lightness(text === 'var(--c)' ? color : text)
      })
      expect(all, color).toEqual([...all].sort((a, b) => b - a))
      expect(new Set(all).size, color).toBe(10)
    }
  })

  it('writes dark values wherever a block for dark schemes gives the colour one, the other way round', async () => {
    const dark = '@media (prefers-color-scheme: dark) {\n  :root {\n    --brand: #8fb3ff;\n    --other: #111;\n  }\n}'
    const { done, css, value } = site(
      `:root {\n  --brand: #3b6fd4;\n}\n${dark}\n[data-theme="dark"] { --brand: #8fb3ff }`,
    )
    await done('makeColorRamp', { name: 'brand', steps: ['100', '500', '900'] })
    expect(css()).toMatchInlineSnapshot(`
      ":root {
        --brand: #3b6fd4;
        --brand-100: oklch(0.975 0.01 262);
        --brand-500: var(--brand);
        --brand-900: oklch(0.28 0.103 262);
      }
      @media (prefers-color-scheme: dark) {
        :root {
          --brand: #8fb3ff;
          --brand-100: oklch(0.2 0.095 264.4);
          --brand-900: oklch(0.95 0.027 264.4);
          --other: #111;
        }
      }
      [data-theme="dark"] { --brand: #8fb3ff; --brand-100: oklch(0.2 0.095 264.4); --brand-900: oklch(0.95 0.027 264.4) }"
    `)
    expect(lightness(value('--brand-100')?.value)).toBeGreaterThan(0.9)
    expect(lightness(value('--brand-100')?.dark)).toBeLessThan(0.3)
    expect(lightness(value('--brand-900')?.dark)).toBeGreaterThan(0.9)
  })

  it('names both schemes at once where the colour does', async () => {
    const { done, value } = site(':root { --brand: light-dark(#3b6fd4, #8fb3ff) }')
    await done('makeColorRamp', { name: 'brand' })
    expect(value('--brand-50')?.value).toMatch(/^light-dark\(oklch\(0\.975 .*\), oklch\(0\.2 .*\)\)$/)
    expect(value('--brand-600')?.value).toBe('var(--brand)')
  })

  it('mixes a colour that only a browser can compute', async () => {
    const { done, value } = site(':root { --blue: #3b6fd4; --brand: var(--blue) }')
    await done('makeColorRamp', { name: 'brand', steps: ['100', '500', '900'] })
    expect(value('--brand-100')?.value).toBe('color-mix(in oklch, var(--brand) 8%, white)')
    expect(value('--brand-500')?.value).toBe('var(--brand)')
    expect(value('--brand-900')?.value).toBe('color-mix(in oklch, var(--brand) 32%, black)')
  })

  it('keeps the steps that stand, takes their names for another colour, and derives them anew when asked', async () => {
    const {
      done,
      value,
      site: view,
    } = site(':root { --sea100: #eef; --sea400: #88f; --sea800: #113; --sea: #3b6fd4; --sun: #e0b000 }', 'imported')
    expect(await done('makeColorRamp', { name: 'sea' })).toMatchObject({ created: 0, updated: 0, kept: 3 })
    expect(value('--sea400')?.value).toBe('#88f')
    await done('makeColorRamp', { name: 'sun' })
    expect(colorRamps(tokens(view)).map(({ name, steps }) => [name, steps.map(({ step }) => step)])).toEqual([
      ['--sea', ['100', '400', '800']],
      ['--sun', ['100', '400', '800']],
    ])
    expect(await done('makeColorRamp', { name: 'sea', replace: true })).toMatchObject({ created: 0, updated: 3 })
    expect(value('--sea100')?.value).toMatch(/^oklch\(0\.97/)
  })

  it.each([
    [{ name: 'gap' }, 'not_a_color'],
    [{ name: 'none' }, 'unknown_token'],
    [{ name: 'ink' }, 'has_shades'],
    [{ name: 'brand', steps: ['1', '2', '3'] }, 'name_taken'],
  ])('refuses %j: %s', async (input, code) => {
    const { done, call } = site(':root { --gap: 8px; --brand: #123; --brand-2: 4px }')
    await done('set_color_tokens', { tokens: [{ slug: 'ink', lightValue: '#111' }] })
    expect(await call('makeColorRamp', input)).toMatchObject({ ok: false, error: { code } })
  })
})

describe('a ramp that stands already', () => {
  const read = (css: string) => {
    const { site: view } = site(css)
    return colorRamps(tokens(view)).map(({ name, base, steps }) => ({
      name,
      base: base?.name,
      steps: steps.map(({ step }) => step).join(' '),
    }))
  }

  it('is recognised by its names, with or without a colour of its own', () => {
    const css = `:root { --gray-900: #111; --gray-500: #777; --gray-100: #eee; --brand: red; --brand-50: #fee;
      --brand-500: var(--brand); --brand-950: #400; --blue100: #eef; --blue200: #ddf; --blue300: #ccf }`
    expect(read(css)).toEqual([
      { name: '--gray', base: undefined, steps: '100 500 900' },
      { name: '--brand', base: '--brand', steps: '50 500 950' },
      { name: '--blue', base: undefined, steps: '100 200 300' },
    ])
  })

  it('is numbered from one where the colours go in one direction; others with numbers stay apart', () => {
    const radix = '--s-1: #fcfcfc; --s-2: #f9f9f9; --s-3: #e0e0e0; --s-4: #bbb; --s-5: #888; --s-6: #444;'
    const charts = '--chart-1: #e76e50; --chart-2: #2a9d90; --chart-3: #274754; --chart-4: #e8c468; --chart-5: #f4a462;'
    expect(
      read(`:root { ${radix} ${charts} --a-100: #fff; --a-200: #eee; --w-100: 1px; --w-200: 2px; --w-300: 3px }`),
    ).toEqual([{ name: '--s', base: undefined, steps: '1 2 3 4 5 6' }])
  })

  it('is renamed with its colour, and removed as one', async () => {
    const { done, css } = site(
      ':root { --brand: #36c; --brand-100: #eef; --brand-500: var(--brand); --brand-900: #113; --brand-x: 1px }\n.a { color: var(--brand-900) }\n@media (prefers-color-scheme: dark) { :root { --brand-100: #113 } }',
    )
    await done('renameToken', { from: 'brand', to: 'sea' })
    expect(css()).toContain('--sea: #36c; --sea-100: #eef; --sea-500: var(--sea); --sea-900: #113; --brand-x: 1px')
    expect(css()).toContain('color: var(--sea-900)')
    expect(css()).toContain(':root { --sea-100: #113 }')
    expect(await done('removeColorRamp', { name: 'sea' })).toMatchObject({
      removed: ['--sea-100', '--sea-500', '--sea-900'],
    })
    expect(css()).not.toMatch(/--sea-\d+:/)
    expect(css()).toContain('--sea: #36c')
  })

  it('is renamed without a colour of its own, unless a step would get a name that is taken', async () => {
    const { done, call, css } = site(':root { --g-100: #fff; --g-200: #eee; --g-300: #ddd; --h-200: #000 }')
    expect(await call('renameToken', { from: 'g', to: 'h' })).toMatchObject({ error: { code: 'name_taken' } })
    await done('renameToken', { from: 'g', to: 'gray' })
    expect(css()).toContain('--gray-100: #fff; --gray-200: #eee; --gray-300: #ddd; --h-200: #000')
  })
})
