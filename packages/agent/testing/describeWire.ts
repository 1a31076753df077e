import { describe, expect, it } from 'vitest'
import type { Credential, WireProvider } from '../src/contract/provider.ts'
import { answering, answerProblems, cutProblems, stopProblems, type WireCase, wireFeatures } from './conformance.ts'
import { fullRequest, httpProblems, requestProblems, secretProblems } from './conformanceRequests.ts'

export interface WireSubject {
  wire: WireProvider
  credential: Credential
  /** A model of this wire, for what its requests hold. */
  model?: string
  /** Recorded answers; together they MUST show every feature. */
  recordings: readonly WireCase[]
}

/** The conformance tests of a provider that speaks HTTP, against recorded bytes. */
export function describeWire({ wire, credential, model, recordings }: WireSubject) {
  const request = fullRequest(model)
  describe(`${wire.id} as a provider`, () => {
    it('is recorded with every feature', () => {
      const shown = new Set(recordings.map(({ shows }) => shows))
      expect(wireFeatures.filter((feature) => !shown.has(feature))).toEqual([])
    })

    it.each(recordings.map((recorded) => [recorded.name, recorded] as const))(
      'hears the same however it is cut: %s',
      async (_, recorded) => {
        expect(await answerProblems(wire, recorded, request, credential)).toEqual([])
      },
    )

    it('fails if an answer is cut before its end', async () => {
      for (const recorded of recordings.filter(({ stop }) => stop !== undefined))
        expect(await cutProblems(wire, recorded, request, credential)).toEqual([])
    })

    it('tells apart what fails before the answer begins', async () => {
      expect(await httpProblems(wire, request, credential)).toEqual([])
    })

    it('sends the whole conversation, in order, with the pictures that the model takes', () => {
      expect(requestProblems(wire, credential, model)).toEqual([])
    })

    it('repeats no key in an error', async () => {
      expect(await secretProblems(wire, request, credential)).toEqual([])
    })

    it('ends at once when it is stopped', async () => {
      const [first] = recordings
      const bytes = new TextEncoder().encode(first?.body)
      const packets = Array.from(bytes, (_, at) => bytes.slice(at, at + 1))
      expect(await stopProblems(answering(wire, credential, packets).provider, request)).toEqual([])
    })
  })
}
