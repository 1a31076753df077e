import type { Json } from '@atelier/documents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numRuns } from '../../../../../scripts/testing/runs.ts'
import { createTestContent, type TestContent } from '../../../testing/project.ts'
import type { WriteTarget } from '../../context/context.ts'
import type { ModelFile } from '../../model/definition.ts'
import { brain_analyze } from '../brain/brainAnalyze.ts'
import { delete_content } from '../entries/deleteContent.ts'
import { renameEntry } from '../entries/renameEntry.ts'
import { save_content } from '../entries/saveContent.ts'
import { update_status } from '../entries/updateStatus.ts'
import { save_model } from '../models/saveModel.ts'
import { vocabulary } from '../vocabulary/vocabulary.ts'
import { createBranch } from './createBranch.ts'
import { list_branches } from './listBranches.ts'
import { merge_branch } from './mergeBranch.ts'

const models: ModelFile[] = [
  {
    id: 'post',
    name: 'Post',
    kind: 'collection',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true },
      lead: { type: 'text' },
      tags: { type: 'array', items: 'string' },
      text: { type: 'markdown' },
    },
  },
  {
    id: 'settings',
    name: 'Settings',
    kind: 'singleton',
    domain: 'blog',
    i18n: true,
    title_field: 'name',
    fields: { name: { type: 'string', required: true }, claim: { type: 'string' }, footer: { type: 'string' } },
  },
  { id: 'words', name: 'Words', kind: 'dictionary', domain: 'blog', i18n: true },
  {
    id: 'page',
    name: 'Page',
    kind: 'document',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: { title: { type: 'string', required: true }, lead: { type: 'text' } },
  },
]

const locales = ['en', 'tr'] as const
const PARAGRAPHS = 4
const textOf = (name: string) => Array.from({ length: PARAGRAPHS }, (_, i) => `${name} paragraph ${i}`).join('\n\n')

function createScene(): TestContent {
  const project = createTestContent({ models, vocabulary: { word: { en: 'Word', tr: 'Kelime' } } })
  const both = (values: (locale: string) => Record<string, Json>) =>
    Object.fromEntries(locales.map((locale) => [locale, values(locale)]))
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f'])
    project.addEntry(
      'post',
      id,
      both((locale) => ({ title: id, lead: `${id} lead`, tags: [id], text: textOf(`${id} ${locale}`) })),
    )
  project.addEntry(
    'page',
    'home',
    both((locale) => ({ title: 'Home', lead: 'lead', body: textOf(locale) })),
  )
  project.addEntry(
    'settings',
    'main',
    both(() => ({ name: 'Site', claim: 'claim', footer: 'footer' })),
  )
  project.addEntry(
    'words',
    'main',
    both(() => ({ k0: '0', k1: '1' })),
  )
  return project
}

/** Where an edit is made: live, or on a branch; with what that place shows by now. */
class Desk {
  readonly texts = new Map<string, string[]>()
  lead = 'lead'
  private readonly project: TestContent
  readonly target: WriteTarget

  constructor(project: TestContent, branch?: { id: string; name: string }) {
    this.project = project
    this.target = { workflow: 'auto-merge', ...(branch ? { branch } : {}) }
  }

  call: TestContent['run'] = (operation, input) => this.project.run(operation, input, { target: this.target })

  save(model: string, locale: string, data: Record<string, Json>, id?: string) {
    if (model === 'page') {
      const { body, ...rest } = data
      return this.call(save_content, {
        model,
        locale,
        slug: id,
        data: rest,
        ...(typeof body === 'string' ? { body } : {}),
      })
    }
    return this.call(save_content, { model, locale, data: id === undefined ? data : { [id]: data } })
  }

  async changeText(model: string, id: string, locale: string, change: (all: string[]) => void) {
    const place = `${model} ${id} ${locale}`
    const all = this.texts.get(place) ?? textOf(model === 'post' ? `${id} ${locale}` : locale).split('\n\n')
    this.texts.set(place, all)
    change(all)
    await this.save(model, locale, { [model === 'post' ? 'text' : 'body']: all.join('\n\n') }, id)
  }
}

/** One edit, and the place that it changes: edits of one place are never made on two branches. */
interface Edit {
  place: string
  make(desk: Desk): Promise<unknown>
}

let made = 0
const unique = (word: string) => `${word}${++made}`
const locale = fc.constantFrom(...locales)
const word = fc.stringMatching(/^[a-z]{3,8}$/)
const texts = fc.constantFrom(['post', 'a'], ['post', 'b'], ['page', 'home'])
const nth = fc.nat({ max: PARAGRAPHS - 1 })
const original = (model: string, id: string, locale: string, at: number) =>
  `${model === 'post' ? `${id} ${locale}` : locale} paragraph ${at}`

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'b'), locale, fc.constantFrom('title', 'lead', 'tags'), word).map(
    ([id, locale, field, word]): Edit => ({
      place: `post ${id} ${locale} ${field}`,
      make: (desk) =>
        desk.save('post', locale, { [field === 'lead' ? desk.lead : field]: field === 'tags' ? [word] : word }, id),
    }),
  ),
  fc.tuple(fc.constantFrom('a', 'b'), locale).map(
    ([id, locale]): Edit => ({
      place: `post ${id} ${locale} lead`,
      make: (desk) => desk.save('post', locale, { [desk.lead]: null }, id),
    }),
  ),
  fc.tuple(fc.constantFrom('a', 'b'), locale, fc.constantFrom('published', 'archived')).map(
    ([id, locale, status]): Edit => ({
      place: `post ${id} ${locale} status`,
      make: (desk) => desk.call(update_status, { model: 'post', entryIds: [id], locale, status }),
    }),
  ),
  fc.tuple(texts, locale, nth, word).map(
    ([[model = '', id = ''], locale, at, word]): Edit => ({
      place: `${model} ${id} ${locale} text ${at}`,
      make: (desk) =>
        desk.changeText(model, id, locale, (all) => {
          const index = all.findIndex((text) => text.startsWith(original(model, id, locale, at)))
          if (index >= 0) all[index] = `${original(model, id, locale, at)}, ${word}`
        }),
    }),
  ),
  fc.tuple(texts, locale, nth).map(
    ([[model = '', id = ''], locale, at]): Edit => ({
      place: `${model} ${id} ${locale} text ${at}`,
      make: (desk) =>
        desk.changeText(model, id, locale, (all) => {
          const index = all.findIndex((text) => text.startsWith(original(model, id, locale, at)))
          if (index >= 0 && all.length > 1) all.splice(index, 1)
        }),
    }),
  ),
  // Several may add at one place, also the same text.
  fc.tuple(texts, locale, nth, fc.array(word, { minLength: 1, maxLength: 3 })).map(
    ([[model = '', id = ''], locale, at, words]): Edit => ({
      place: unique('insert'),
      make: (desk) =>
        desk.changeText(model, id, locale, (all) => void all.splice(Math.min(at, all.length), 0, ...words)),
    }),
  ),
  fc.tuple(locale, fc.constantFrom('lead', 'title'), word).map(
    ([locale, field, word]): Edit => ({
      place: `page home ${locale} ${field}`,
      make: (desk) => desk.save('page', locale, { [field]: word }, 'home'),
    }),
  ),
  fc.tuple(locale, fc.constantFrom('name', 'claim', 'footer'), word).map(
    ([locale, field, word]): Edit => ({
      place: `settings ${locale} ${field}`,
      make: (desk) => desk.save('settings', locale, { [field]: word }),
    }),
  ),
  fc.tuple(locale, fc.constantFrom('k0', 'k1', 'k2', 'k3'), word).map(
    ([locale, key, word]): Edit => ({
      place: `words ${locale} ${key}`,
      make: (desk) => desk.save('words', locale, { [key]: word }),
    }),
  ),
  fc.tuple(locale, fc.constantFrom('word', 'other', 'more'), word).map(
    ([locale, term, word]): Edit => ({
      place: `term ${locale} ${term}`,
      make: (desk) => desk.call(vocabulary, { terms: { [term]: { [locale]: word } } }),
    }),
  ),
  word.map((word): Edit => {
    const id = unique('made')
    return { place: id, make: (desk) => desk.save('post', 'en', { title: word, text: `${word}\n\nMore` }, id) }
  }),
  fc.constantFrom('c', 'd').map(
    (id): Edit => ({
      place: `post ${id}`,
      make: (desk) => desk.call(delete_content, { model: 'post', entryIds: [id] }),
    }),
  ),
  fc.constantFrom('e', 'f').map((id): Edit => {
    const newId = unique('renamed')
    return { place: `post ${id}`, make: (desk) => desk.call(renameEntry, { model: 'post', entryId: id, newId }) }
  }),
  word.map((): Edit => {
    const name = unique('lead')
    return {
      place: 'model post lead',
      async make(desk) {
        await desk.call(save_model, { id: 'post', rename: { [desk.lead]: name } })
        desk.lead = name
      },
    }
  }),
  word.map((): Edit => {
    const name = unique('field')
    return {
      place: name,
      make: (desk) => desk.call(save_model, { id: 'post', fields: { [name]: { type: 'string' } } }),
    }
  }),
)

/** Edits of two sides, of which no two have the same place. */
const sides = fc.array(fc.tuple(fc.boolean(), edit), { maxLength: 14 }).map((all) => {
  const owner = new Map<string, boolean>()
  const kept = all.filter(([side, { place }]) => {
    if (!owner.has(place)) owner.set(place, side)
    return (
      owner.get(place) === side &&
      (/^(post [c-f])$/.test(place)
        ? owner.get(`${place} done`) === undefined && owner.set(`${place} done`, side)
        : true)
    )
  })
  return [true, false].map((side) => kept.flatMap(([of, edit]) => (of === side ? [edit] : [])))
})

async function openBranch(project: TestContent): Promise<{ id: string; name: string }> {
  const { id, branch } = await project.run(createBranch, { title: 'Proposal' })
  return { id, name: branch }
}

/** All of the content, without the ids of documents. */
async function stateOf(project: TestContent) {
  const { models, vocabulary } = project.schema()
  const entries = await Promise.all(
    models.map(async ({ id }) =>
      (await project.reader.entries(id))
        .map(({ documentId: _, ...entry }) => entry)
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    ),
  )
  return { models, vocabulary, entries }
}

describe('two branches', () => {
  it('with edits of different places merge without a question, to the same state in either order', async () => {
    await fc.assert(
      fc.asyncProperty(sides, async (both) => {
        const states = []
        for (const order of [
          [0, 1],
          [1, 0],
        ]) {
          const project = createScene()
          const branches = [await openBranch(project), await openBranch(project)]
          for (const [side, branch] of branches.entries()) {
            const desk = new Desk(project, branch)
            for (const { make } of both[side] ?? []) await make(desk)
          }
          for (const side of order) await project.run(merge_branch, { branch: branches[side]?.name ?? '' })
          states.push(await stateOf(project))
        }
        expect(states[1]).toEqual(states[0])
      }),
      { numRuns: numRuns(20, 120) },
    )
  })
})

it('takes parts of one translation from two branches, of which one changes the source too', async () => {
  const project = createScene()
  const [first, second] = [await openBranch(project), await openBranch(project)]
  const one = new Desk(project, first)
  await one.save('post', 'en', { lead: 'Source' }, 'a')
  await one.save('post', 'tr', { lead: 'Kaynak' }, 'a')
  await new Desk(project, second).save('post', 'tr', { title: 'Baslik' }, 'a')
  await project.run(merge_branch, { branch: first.name })
  await project.run(merge_branch, { branch: second.name })
  // The same author has translated their own change of the source.
  const [post] = await project.reader.entries('post')
  const found = await project.run(brain_analyze, { type: 'stale', model: 'post' })
  expect(post?.settled?.locales.tr?.values).toMatchObject({ title: 'Baslik', lead: 'Kaynak' })
  expect(found.findings).toEqual([])
})

describe('a text that two branches write in', () => {
  const paragraphsOf = async (project: TestContent, id: string, locale = 'en') =>
    String((await project.reader.entry('post', id))?.settled?.locales[locale]?.values.text).split('\n\n')

  it('keeps what both add at one place, each together, also when it began with the same words', async () => {
    const orders = []
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const project = createScene()
      const branches = [await openBranch(project), await openBranch(project)]
      for (const [side, branch] of branches.entries()) {
        const desk = new Desk(project, branch)
        await desk.changeText('post', 'a', 'en', (all) => void all.splice(1, 0, 'New', 'And more'))
        await desk.changeText(
          'post',
          'a',
          'en',
          (all) => void all.splice(1, 2, `New of ${side}`, `And more of ${side}`),
        )
        await desk.changeText('post', 'a', 'en', (all) => void all.splice(3, 0, `Last of ${side}`))
      }
      for (const side of order) await project.run(merge_branch, { branch: branches[side]?.name ?? '' })
      orders.push(await paragraphsOf(project, 'a'))
    }
    expect(orders[0]).toEqual(orders[1])
    const [first, ...others] = orders[0] ?? []
    expect([first, ...others.slice(6)]).toEqual([0, 1, 2, 3].map((at) => `a en paragraph ${at}`))
    const added = others.slice(0, 6).join()
    for (const side of [0, 1])
      expect(added).toContain([`New of ${side}`, `And more of ${side}`, `Last of ${side}`].join())
  })

  it('is one conflict of two whole texts where there was none before', async () => {
    for (const [take, result] of [
      ['ours', ['Second', 'Two']],
      ['theirs', ['First', 'One', 'Three']],
      ['value', ['Both', 'One and two']],
    ] as const) {
      const project = createScene()
      await new Desk(project).save('post', 'en', { title: 'Empty' }, 'empty')
      const branches = [await openBranch(project), await openBranch(project)]
      for (const [side, text] of ['First\n\nOne\n\nThree', 'Second\n\nTwo'].entries())
        await new Desk(project, branches[side]).save('post', 'en', { text }, 'empty')
      await project.run(merge_branch, { branch: branches[0]?.name ?? '' })
      const branch = branches[1]?.name ?? ''
      expect(await project.call(merge_branch, { branch })).toMatchObject({
        ok: false,
        error: { code: 'merge_conflict' },
      })
      const { conflicts } = await project.run(list_branches, { branch })
      expect(conflicts).toMatchObject([
        { entry: 'empty', locale: 'en', field: 'text', ours: 'Second\n\nTwo', theirs: 'First\n\nOne\n\nThree' },
      ])
      const id = conflicts?.[0]?.id ?? ''
      const wrong = [{ id, take: 'value' as const, value: 5 }]
      expect(await project.call(merge_branch, { branch, resolutions: wrong })).toMatchObject({
        error: { code: 'invalid_resolution' },
      })
      const value = take === 'value' ? { value: result.join('\n\n') } : {}
      await project.run(merge_branch, { branch, resolutions: [{ id, take, ...value }] })
      expect(await paragraphsOf(project, 'empty')).toEqual(result)
    }
    // The same text on both is no conflict.
    const project = createScene()
    await new Desk(project).save('post', 'en', { title: 'Empty' }, 'empty')
    const branches = [await openBranch(project), await openBranch(project)]
    for (const branch of branches) await new Desk(project, branch).save('post', 'en', { text: 'One\n\nTwo' }, 'empty')
    for (const { name } of branches) await project.run(merge_branch, { branch: name })
    expect(await paragraphsOf(project, 'empty')).toEqual(['One', 'Two'])
  })
})
