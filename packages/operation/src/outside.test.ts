import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { defineOperation, type OperationContext, ok, unknownOutcome } from './index.ts'

interface Services {
  find?(word: string, signal: AbortSignal): Promise<string>
}
interface Context extends OperationContext {
  readonly services?: Services
  readonly language: string
}

const translate = defineOperation({
  id: 'toy.translate',
  summary: 'Translate a word',
  description: 'Translates a word.',
  icon: 'languages',
  effect: 'write',
  input: Type.Object({ word: Type.String() }),
  output: Type.Object({ found: Type.String() }),
  question: ({ language }: Context, { word }) => (word === 'same' ? undefined : { language }),
  outside: async ({ find }: Services, { word }, { question, signal, actor }) =>
    find?.(`${word} in ${question.language} for ${actor.userId}`, signal),
  run: (_context: Context, { word }, found) => ok({ found: found ?? word }),
})

const context = (services?: Services): Context => ({
  actor: { kind: 'hand', userId: 'ann' },
  now: () => 0,
  newId: () => 'id',
  language: 'Turkish',
  ...(services ? { services } : {}),
})
const { signal } = new AbortController()

describe('an operation that asks the world', () => {
  it('asks with what it has read, and is given the answer, as often as it is run', async () => {
    const asked: string[] = []
    const here = context({
      async find(word) {
        asked.push(word)
        return 'ekmek'
      },
    })
    const ask = await translate.outside?.(here, { word: 'bread' })
    expect(asked).toEqual([])
    const answer = await ask?.(signal)
    for (const _ of [1, 2]) expect(await translate.run(here, { word: 'bread' }, answer)).toEqual(ok({ found: 'ekmek' }))
    expect(asked).toEqual(['bread in Turkish for ann'])
  })

  it('asks nothing where there is no question, and nothing in a tab', async () => {
    expect(await translate.outside?.(context({}), { word: 'same' })).toBeUndefined()
    expect(await translate.outside?.(context(), { word: 'bread' })).toBeUndefined()
    expect(await translate.run(context(), { word: 'bread' })).toEqual(ok({ found: 'bread' }))
  })

  it('is sent to the server by a tab, and runs only there', () => {
    expect(translate.services).toBe(true)
    const definition = {
      id: 'toy.look',
      summary: 'Look',
      description: 'Looks.',
      icon: 'eye',
      effect: 'read',
      input: Type.Object({}),
      output: Type.Object({}),
      outside: async () => 'seen',
      run: (_context: Context) => ok({}),
    } as const
    expect(defineOperation({ ...definition, services: false }).services).toBe(false)
    expect(() => defineOperation({ ...definition, executor: 'view' })).toThrow('does not run on the server')
  })

  it('says of a call whose answer is not known what to check', () => {
    const resultWith = (verify: string | undefined) => unknownOutcome({ name: 'sendLetter', verify })
    for (const [verify, told] of [
      ['The outbox lists it if it was sent.', 'The outbox lists it'],
      [undefined, 'Look where it would show'],
    ] as const)
      expect(resultWith(verify)).toMatchObject({
        error: { code: 'unknown_outcome', hint: expect.stringContaining(told) },
      })
  })
})
