import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../apps/server/testing/databases.ts'
import { createJudgedScene, type JudgedAnswer } from './scene.ts'

const rounds = 10

describe.each(testDatabases())('a message without a text, on $name', ({ open }) => {
  let opened: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())

  it.each(['openai', 'openrouter'] as const)(
    'is where it was, so that %s takes the reasoning before it',
    async (wire) => {
      const script = Array.from({ length: rounds }, (_, round): JudgedAnswer[] => {
        const answer = {
          reasoning: round % 3 === 0 ? '' : `I think about round ${round}.`,
          redacted: round % 2 === 0,
          text: round % 4 === 3 ? ' ' : '',
          calls: [{ name: 'look', input: { at: String(round) } }],
        }
        return [{ ...answer, cutAt: 0.7 }, answer]
      }).flat()
      const end: JudgedAnswer = { reasoning: 'All there.', text: 'Done.' }
      const scene = await createJudgedScene(opened.database, wire, [...script, end])
      expect(await scene.say()).toMatchObject({ status: 'complete', rounds: rounds + 1 })
      await scene.restart({ script: [end] })
      expect(await scene.say('And more?')).toMatchObject({ status: 'complete' })
      await scene.close()
      expect(scene.refusals().flatMap(({ problems }) => problems)).toEqual([])
      const input = JSON.stringify(scene.captured.at(-1)?.body)
      expect(input.match(/"encrypted_content"/g)?.length).toBeGreaterThan(rounds)
      expect(scene.bugs).toEqual([])
    },
  )
})
