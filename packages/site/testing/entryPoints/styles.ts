import { createTestProject } from '../project.ts'
import { cssVectors, textVectors } from '../vectors.ts'
import { type EntryPoint, finish } from './entryPoint.ts'

export async function css(): Promise<EntryPoint> {
  const project = createTestProject()
  const { root } = project.addPage('<a href="/">x</a>')
  for (const text of cssVectors) {
    await project.call('applyCss', { css: text })
    await project.call('insertHtml', { parentId: root, html: `<style>${text}</style><p>x</p>` })
    await project.call('insertHtml', { parentId: root, html: `<template><style>${text}</style></template>` })
  }
  return finish('applyCss', cssVectors.length * 3, project)
}

export async function tokens(): Promise<EntryPoint> {
  const project = createTestProject()
  project.addPage('<p class="bg-ink text-ink text-m p-m">x</p>')
  const values = [
    ...textVectors,
    ...cssVectors,
    'red;}</style><script>pwn()</script>',
    'url(javascript:pwn())',
    'expression(pwn())',
  ]
  for (const [i, value] of values.entries()) {
    const slug = i % 2 === 0 ? 'ink' : value
    await project.call('set_color_tokens', { tokens: [{ slug, lightValue: value, darkValue: value, category: value }] })
    await project.call('set_color_tokens', { tokens: [{ slug: value, lightValue: 'red' }] })
    await project.call('set_font_tokens', { tokens: [{ name: value, variable: value, fallback: value }] })
    await project.call('set_type_scale', { namingConvention: value, steps: [value, 'm'] })
    await project.call('set_spacing_scale', { namingConvention: value, steps: value })
  }
  return finish('tokens', values.length * 5, project)
}
