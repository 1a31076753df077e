import type { Envelope } from '@atelier/operation'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { createTestContent, type TestContent } from '../../testing/project.ts'
import type { ModelFile } from '../model/definition.ts'
import { save_content } from '../operations/entries/saveContent.ts'
import { contentOperations } from '../operations/index.ts'
import { contentRehearsals } from './index.ts'

/** What `call_operation` takes. */
const OnDemand = Type.Object({ name: Type.String(), input: Type.Object({}) }, { additionalProperties: false })

const text: ModelFile = {
  id: 'note',
  name: 'Note',
  kind: 'collection',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: { title: { type: 'string', required: true }, text: { type: 'richtext' } },
}

const best = (prompt: string) => {
  const ranked = contentRehearsals.map((each) => ({ each, fit: each.fits(prompt) })).sort((a, b) => b.fit - a.fit)
  return ranked[0] && ranked[0].fit > 1 ? ranked[0].each : undefined
}

/** Plays the script that fits the prompt; returns the last thing it says. */
async function play(project: TestContent, prompt: string, context: Record<string, unknown> = {}): Promise<string> {
  const script = best(prompt)
  if (!script) throw new Error(`No script fits “${prompt}”.`)
  const playing = script.play({ prompt, context })
  let said = ''
  for (let round = playing.next([]); !round.done; ) {
    said = round.value.text ?? said
    const results: Envelope[] = []
    for (const call of round.value.calls ?? []) {
      const { name, input } = Value.Check(OnDemand, call.input) ? call.input : call
      const operation = contentOperations.find((each) => each.name === name)
      if (!operation) throw new Error(`There is no operation ${name}.`)
      results.push(await project.call(operation, input))
    }
    round = playing.next(results)
  }
  return said
}

describe('the rehearsals of content', () => {
  it.each([
    ['Set up content with a blog model', 'content.set-up-blog'],
    ['Please initialize the content', 'content.set-up-blog'],
    ['Write a post about our new workshop', 'content.write-post'],
    ['Translate the title into Turkish', 'content.translate-field'],
    ['What is stale?', 'content.list-stale'],
    ['Is anything outdated', 'content.list-stale'],
    ['Add a closing paragraph', 'content.add-paragraph'],
    ['Delete everything', undefined],
    ['Create a post model', undefined],
  ])('“%s” is %s', (prompt, id) => expect(best(prompt)?.id).toBe(id))

  it('set up content, write a post, translate it and say what is stale after its source has changed', async () => {
    const project = createTestContent({ uninitialized: true })
    expect(await play(project, 'Write a post')).toContain('No model holds posts yet')
    expect(await play(project, 'Set up content with a blog model')).toContain('author and blog-post')
    expect(
      project
        .schema()
        .models.map(({ id }) => id)
        .sort(),
    ).toEqual(['author', 'blog-post'])
    expect(await play(project, 'Set up the blog content')).toContain('already')

    expect(await play(project, 'Write a post')).toContain('blog-post/why-we-write-things-down')
    const id = 'why-we-write-things-down'
    expect(project.entry('blog-post', id)?.locales.en?.meta.status).toBe('draft')
    expect(await play(project, 'What is stale?')).toContain('0 stale and 1 not translated')

    expect(await play(project, 'Translate the title, description and body into Turkish')).toContain(
      'title and description and body',
    )
    expect(project.entry('blog-post', id)?.locales.tr?.values.title).toBe('Neden yazıyoruz')
    expect(await play(project, 'What is stale?')).toContain('Nothing is stale')

    await project.run(save_content, { model: 'blog-post', slug: id, data: { title: 'Another title' } })
    expect(await play(project, 'What is stale?')).toContain(`blog-post/${id} (tr): “title” has changed`)
  })

  it('write about what was asked, into the open model, and name a branch where one waits', async () => {
    const project = createTestContent({
      models: [
        {
          id: 'news',
          name: 'News',
          kind: 'collection',
          domain: 'blog',
          i18n: true,
          title_field: 'headline',
          fields: { headline: { type: 'string', required: true }, text: { type: 'markdown' } },
        },
      ],
    })
    expect(await play(project, 'Write an article about oak boats', { modelId: 'news' })).toContain(
      'Oak boats: what to know',
    )
    const [stored] = await project.reader.entries('news')
    expect(stored?.settled?.locales.en?.values).toMatchObject({ headline: 'Oak boats: what to know' })
    expect(await play(project, 'Translate the headline into Turkish')).toContain('scripted demonstration')
    expect(await play(project, 'Translate the headline into German')).toContain('not translated to “de”')
  })

  it('add a paragraph at the end of the open entry', async () => {
    const project = createTestContent({ models: [text] })
    project.addEntry('note', 'a', { en: { title: 'A', text: '<p>One</p>' } })
    const context = { modelId: 'note', entryId: 'a' }
    expect(await play(project, 'Add a closing paragraph')).toContain('Open the entry')
    expect(await play(project, 'Add a closing paragraph', context)).toContain('at the end')
    expect(project.entry('note', 'a')?.locales.en?.values.text).toMatch(/^<p>One<\/p>\n<p>Thank you/)
  })
})
