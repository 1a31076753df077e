import type { Rehearsal } from '@atelier/agent'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { siteWords } from '../rehearsal/words.ts'

const Read = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({
    texts: Type.Optional(
      Type.Array(
        Type.Object({
          nodeId: Type.String(),
          attribute: Type.Optional(Type.String()),
          text: Type.Optional(Type.String()),
          source: Type.Optional(Type.String()),
        }),
      ),
    ),
  }),
})

/**
 * The script of a run that translates a page: the words that the rehearsal itself has written, of which it knows both
 * languages. Sentences of the brief stay as they are, and count as not translated.
 */
export function translateRehearsal(from: string, to: string): Rehearsal {
  return {
    id: 'generation-translate',
    title: 'Translate a page',
    fits: () => 1,
    *play({ prompt }) {
      const words = knownWords(from, to)
      const [, listed = ''] = prompt.split('# To translate\n')
      let translated = 0
      for (const [, pageId = ''] of (listed.split('\n\n')[0] ?? '').matchAll(/^- ([\w-]{1,100}): /gm)) {
        const [read] = yield { calls: [{ name: 'listStaleTexts', input: { pageId, whole: true } }] }
        const found = Value.Check(Read, read) ? (read.data.texts ?? []) : []
        const texts = found.flatMap(({ nodeId, attribute, text, source = text ?? '' }) => {
          const known = words.get(source.trim())
          return known === undefined ? [] : [{ nodeId, ...(attribute === undefined ? {} : { attribute }), text: known }]
        })
        if (texts.length === 0) continue
        translated += texts.length
        yield { calls: [{ name: 'updateTranslation', input: { pageId, texts } }] }
      }
      yield {
        text: `${translated} labels and headings are translated. This rehearsal does not translate the sentences of a brief: a model, or you, can.`,
      }
    },
  }
}

/** The words of the rehearsal in one language, with those in the other. */
function knownWords(from: string, to: string): ReadonlyMap<string, string> {
  const [own, other] = [flatWords(siteWords(from)), flatWords(siteWords(to))]
  const known = new Map<string, string>()
  for (const [path, text] of own) {
    const there = other.get(path)
    if (there !== undefined && there !== text && !path.startsWith('/files/')) known.set(text, there)
  }
  return known
}

/** All texts of an object, by the path to each. */
function flatWords(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'string') found.set(path, value)
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) flatWords(each, `${path}/${name}`, found)
  return found
}
