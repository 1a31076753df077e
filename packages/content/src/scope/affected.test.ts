import { createMemoryView, type Json } from '@atelier/documents'
import { describe, expect, it } from 'vitest'
import { affectedOf, joinAffected } from './affected.ts'

function changed(kind: string, before: Record<string, Json>, after: Record<string, Json>) {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return {
    documentId: 'd1',
    kind,
    patches: keys.filter((key) => before[key] !== after[key]).map((key) => ({ key })),
    before: createMemoryView(Object.entries(before)),
    after: createMemoryView(Object.entries(after)),
  }
}

const birth = { model: 'blog-post', id: 'a' }

describe('what a change affects', () => {
  it('is the model and the locales of the entries that changed', () => {
    const entry = { entry: birth, 'en/title': 'A', 'tr/title': 'B', 'pt-BR:status': 'draft' }
    expect(affectedOf([changed('entry', entry, { ...entry, 'en/title': 'C', 'pt-BR:status': 'published' })])).toEqual({
      models: ['blog-post'],
      locales: ['en', 'pt-BR'],
      snapshotChanged: false,
      branchesChanged: false,
    })
    expect(affectedOf([changed('entry', entry, {})]).models).toEqual(['blog-post'])
  })
  it('is the snapshot for models, settings and terms', () => {
    expect(affectedOf([changed('content', {}, { 'field:blog-post/k1': { type: 'string' } })])).toMatchObject({
      models: [],
      snapshotChanged: true,
    })
    expect(affectedOf([changed('content', {}, { 'term:studio/tr': 'Stüdyo' })]).locales).toEqual(['tr'])
  })
  it('is the branch that was written on, with the models and locales of what it holds', () => {
    const branch = { name: 'cr/content/blog/1-ab12', state: 'open' }
    const written = {
      ...branch,
      'd7/en/title': { value: 'A' },
      'd8/entry': { value: birth },
      d8: birth,
      'd8/tr/body#a': { value: 'x' },
    }
    const affected = affectedOf([changed('branch', branch, written)], (id) => (id === 'd7' ? 'author' : undefined))
    expect(affected).toEqual({
      models: ['author', 'blog-post'],
      locales: ['en', 'tr'],
      snapshotChanged: false,
      branchesChanged: true,
      branch: branch.name,
    })
    expect(joinAffected([affected, affectedOf([changed('content', {}, { 'config/stack': 'astro' })])])).toEqual({
      ...affected,
      snapshotChanged: true,
    })
  })
  it('is nothing for other documents, and for what was taken back at once', () => {
    const nothing = { models: [], locales: [], snapshotChanged: false, branchesChanged: false }
    expect(
      affectedOf([changed('page', {}, { 'en/title': 'A' }), changed('entry', { entry: birth }, { entry: birth })]),
    ).toEqual(nothing)
    expect(joinAffected([])).toEqual(nothing)
  })
})
