import type { Rehearsal } from '@atelier/agent'
import { callOf, strip } from '@atelier/operation'
import type { Static } from 'typebox'
import { wordsIn } from '../brain/words.ts'
import { slugOf } from '../model/names.ts'
import { save_content } from '../operations/entries/saveContent.ts'
import { list_models } from '../operations/models/listModels.ts'
import { contextText, dataOf, failureOf } from './results.ts'
import { postFor } from './texts.ts'

type ListedModel = Static<(typeof list_models)['output']>['models'][number]

const verbs = ['write', 'draft', 'create', 'add', 'yaz', 'ekle']
const nouns = ['post', 'article', 'entry', 'yazi', 'makale']

/** Writes a draft of a post into the open model, or the first one that holds posts. */
export const writePost: Rehearsal = {
  id: 'content.write-post',
  title: 'Write a post about …',
  fits(prompt) {
    const words = wordsIn(prompt.slice(0, 500)).slice(0, 12)
    const verb = words.findIndex((word) => verbs.includes(word))
    const noun = words.findIndex((word) => nouns.includes(word))
    return verb >= 0 && noun >= 0 && !words.includes('model') ? 4 : 0
  },
  *play({ prompt, context }) {
    const [listed] = yield { text: 'I look for the model that holds posts.', calls: [callOf(list_models, {})] }
    const models = dataOf(list_models, listed)?.models ?? []
    const open = contextText(context, 'modelId')
    const model = models.find((each) => each.id === open && holdsPosts(each)) ?? models.find(holdsPosts)
    if (!model) {
      yield { text: 'No model holds posts yet. Ask me to set up content with a blog model.' }
      return
    }
    const post = postFor(topicOf(prompt))
    const has = (name: string) => Object.hasOwn(model.fields, name)
    const fields = {
      [model.title_field ?? 'title']: post.title,
      ...(has('description') ? { description: post.description } : {}),
      ...(has('excerpt') ? { excerpt: post.description } : {}),
      ...(model.kind === 'collection' && longField(model) ? { [longField(model) ?? '']: post.body } : {}),
    }
    const slug = slugOf(post.title)
    const [saved] = yield {
      text: `A draft in ${model.name}.`,
      calls: [
        model.kind === 'document'
          ? callOf(save_content, { model: model.id, slug, data: fields, body: post.body })
          : callOf(save_content, { model: model.id, data: { new: fields } }),
      ],
    }
    const done = dataOf(save_content, saved)
    const [entry] = done?.entries ?? []
    if (!done || !entry) {
      yield { text: `The post was refused: ${failureOf(saved)}` }
      return
    }
    const where = done.merged
      ? 'It is a draft: publish it when you like it.'
      : `It waits on ${done.branch} for a review.`
    const lacking = done.errors[0] ? ` It is not seen yet: ${done.errors[0].message}` : ''
    yield { text: `“${post.title}” is written, as ${entry.model}/${entry.id}. ${where}${lacking}` }
  },
}

function holdsPosts(model: ListedModel): boolean {
  if (model.kind === 'document') return true
  return model.kind === 'collection' && longField(model) !== undefined
}

function longField({ fields }: ListedModel): string | undefined {
  return Object.keys(fields).find((name) => /^(?:markdown|richtext)\*?$/.test(fields[name] ?? ''))
}

/** The words after “about” or “on”, up to the end of the sentence. */
function topicOf(prompt: string): string | undefined {
  const line = prompt.slice(0, 500).replace(/\s+/g, ' ')
  const [, topic] = /\b(?:about|on|called) ([^.?!\n]{2,80})/i.exec(line) ?? []
  const plain = topic === undefined ? '' : strip(topic, ' “”"\'')
  return plain === '' ? undefined : plain
}
