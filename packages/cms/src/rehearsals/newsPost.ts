import type { Rehearsal } from '@atelier/agent'
import { callOf, type Envelope, failureText, resultData } from '@atelier/operation'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { createPost } from '../operations/createPost.ts'
import { findImage } from '../operations/findImage.ts'
import { listPosts } from '../operations/listPosts.ts'
import { setUpPosts } from '../operations/setUpPosts.ts'
import { mentions, quotedIn, wordsBehind } from './words.ts'

const NOUNS = ['post', 'news', 'article', 'beitrag', 'nachricht', 'artikel', 'yazı', 'haber']
const VERBS = ['write', 'create', 'add', 'make', 'schreib', 'erstell', 'yaz', 'oluştur']
const ABOUT = ['about ', 'über ', ' on ', ' hakkında']
const USUAL = 'our new bread'

/** The part of the answer of site.searchImages that the script reads. */
const Pictures = Type.Object({
  results: Type.Array(Type.Object({ images: Type.Optional(Type.Array(Type.Object({ url: Type.String() }))) })),
})

/** Writes a post with a picture of the library, or with one that is found for it; sets posts up if there are none. */
export const newsPost: Rehearsal = {
  id: 'cms.newsPost',
  title: 'Write a news post about our new bread, with a picture',
  fits: (prompt) => (mentions(prompt, NOUNS) && mentions(prompt, VERBS) ? 4 : 0),
  *play({ prompt }) {
    const topic = quotedIn(prompt)[0] ?? topicIn(wordsBehind(prompt, ABOUT)) ?? USUAL
    const [listed, found] = yield {
      text: 'This is a script, not a model. I look at the posts and the pictures first.',
      calls: [callOf(listPosts, { status: 'all' }), callOf(findImage, { description: topic })],
    }
    if (listed && !listed.ok) {
      const code = listed.error?.code
      const [made] =
        code === 'no_posts'
          ? yield { text: 'There are no posts yet, so I set them up.', calls: [loadedCall(setUpPosts.id, {})] }
          : [listed]
      const posts = resultData(setUpPosts, made)
      if (!posts) {
        yield { text: `No post could be written. ${failureText(made)}` }
        return
      }
      yield { calls: [loadedCall('site.addEntryPages', { model: posts.collectionSlug })] }
    }
    let picture = resultData(findImage, found)?.image?.url
    if (picture === undefined) {
      const queries = [{ query: `a photo for a news post about ${topic}, in daylight`, count: 1 }]
      const [searched] = yield {
        text: 'No picture of the library fits, so I look for one.',
        calls: [loadedCall('site.searchImages', { queries })],
      }
      picture = firstPicture(searched)
    }
    const title = titleOf(topic)
    const [written] = yield {
      calls: [
        callOf(createPost, {
          title,
          excerpt: `What is new about ${topic}.`,
          content: { body: `There is news about ${topic}.\n\nCome by and see for yourself.` },
          ...(picture === undefined ? {} : { featuredImage: picture }),
        }),
      ],
    }
    const post = resultData(createPost, written)?.post
    yield {
      text: post
        ? `“${title}” is written as a draft${picture === undefined ? ', without a picture' : ', with a picture'}. Publish it when you like it.`
        : `The post was not written. ${failureText(written)}`,
    }
  },
}

/** A call of an operation that is not among the tools of the run. */
const loadedCall = (name: string, input: object) => ({ name: 'call_operation', input: { name, input } })

const topicIn = (words: string | undefined) =>
  words
    ?.split(/ with | mit | ile /, 1)[0]
    ?.trim()
    .slice(0, 80) || undefined

const titleOf = (topic: string) => `${topic.charAt(0).toUpperCase()}${topic.slice(1)}`

function firstPicture(result: Envelope | undefined): string | undefined {
  if (!result?.ok || !Value.Check(Pictures, result.data)) return undefined
  return Value.Parse(Pictures, result.data).results.flatMap(({ images = [] }) => images)[0]?.url
}
