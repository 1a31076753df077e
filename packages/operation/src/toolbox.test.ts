import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { ok } from './envelope.ts'
import { defineOperation } from './operation.ts'
import { selectToolbox } from './toolbox.ts'

const operation = (id: `${string}.${string}`) =>
  defineOperation({
    id,
    summary: id,
    description: id,
    icon: 'dot',
    effect: 'read',
    input: Type.Object({}),
    output: Type.Object({}),
    run: () => ok({}),
  })

const all = ['site.find', 'cms.find', 'cad.find', 'cms.publish', 'cad.cut', 'cms.cut'] as const
const toolbox = selectToolbox(all.map(operation), { scope: 'site', capabilities: new Set(['document.read'] as const) })
const idOf = (name: string) => toolbox.find(name)?.id

describe('a toolbox of several scopes', () => {
  it('calls its own operations by their short names and others by their ids', () => {
    expect(toolbox.operations.map(({ id }) => id)).toEqual(['site.find'])
    expect(all.map(operation).map(toolbox.nameOf)).toEqual(['find', ...all.slice(1)])
  })

  it('finds its own by the short name in any scope, and every one by its id', () => {
    expect(idOf('find')).toBe('site.find')
    expect(all.map(idOf)).toEqual([...all])
  })

  it('finds another scope’s by the short name when no other has it', () => {
    expect(idOf('publish')).toBe('cms.publish')
    expect(idOf('cut')).toBeUndefined()
  })

  it('names the candidates of a short name that several others share', () => {
    expect(toolbox.candidates('cut')).toEqual(['cad.cut', 'cms.cut'])
    expect(toolbox.candidates('publish')).toEqual([])
    expect(toolbox.candidates('find')).toEqual([])
    expect(toolbox.candidates('nothing')).toEqual([])
  })
})
