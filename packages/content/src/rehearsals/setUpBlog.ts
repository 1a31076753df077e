import type { Rehearsal } from '@atelier/agent'
import { callOf } from '@atelier/operation'
import { wordsIn } from '../brain/words.ts'
import { init_project } from '../operations/models/initProject.ts'
import { list_models } from '../operations/models/listModels.ts'
import { save_model } from '../operations/models/saveModel.ts'
import { blogModels } from './blogModels.ts'
import { localesIn } from './languages.ts'
import { dataOf, failureOf } from './results.ts'

/** Sets up content with a model for posts and one for authors, or adds what of them is missing. */
export const setUpBlog: Rehearsal = {
  id: 'content.set-up-blog',
  title: 'Set up content with a blog model',
  fits(prompt) {
    const words = new Set(wordsIn(prompt.slice(0, 500)))
    const starts = ['setup', 'initialize', 'init', 'start', 'kur', 'baslat'].some((word) => words.has(word))
    const about = ['content', 'blog', 'icerik'].some((word) => words.has(word))
    return (starts || (words.has('set') && words.has('up'))) && about ? 4 : 0
  },
  *play({ prompt }) {
    const [listed] = yield { text: 'I look at what is there first.', calls: [callOf(list_models, {})] }
    const known = dataOf(list_models, listed)
    if (!known) {
      yield { text: `I could not read the models: ${failureOf(listed)}` }
      return
    }
    if (known.locales.length === 0) {
      const locales = ['en', ...localesIn(prompt).filter((locale) => locale !== 'en')]
      const chosen = locales.length > 1 ? locales : ['en', 'tr']
      const [made] = yield {
        text: 'Nothing is set up yet: two models, posts and their authors.',
        calls: [callOf(init_project, { locales: chosen, domains: ['blog'], models: blogModels })],
      }
      const done = dataOf(init_project, made)
      yield {
        text: done
          ? `The content is set up in ${done.locales.join(', ')}, with the models ${done.models.join(' and ')}. Ask me to write a post.`
          : `It could not be set up: ${failureOf(made)}`,
      }
      return
    }
    const missing = blogModels.filter(({ id }) => !known.models.some((model) => model.id === id))
    if (missing.length === 0) {
      yield { text: 'Content is set up already, and has models for posts and authors. Ask me to write a post.' }
      return
    }
    const saved = yield {
      text: 'Content is set up already; the models for a blog are missing.',
      calls: missing.map((model) => callOf(save_model, model)),
    }
    const failed = saved.find(({ ok }) => !ok)
    yield {
      text: failed
        ? `Not all could be added: ${failureOf(failed)}`
        : `Added ${missing.map(({ id }) => id).join(' and ')}. Ask me to write a post.`,
    }
  },
}
