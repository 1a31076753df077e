import type { Answer, Ask, Part } from '@atelier/cad'
import { digest } from '../auth/secrets.ts'
import type { Kernels } from './kernels.ts'
import type { PartFiles } from './partFiles.ts'

/** The most bytes of answers that are kept. */
const MOST_BYTES = 64 * 1024 * 1024

/** Answers of kernels about parts, kept for as long as there is room: each is a function of the part and the question. */
export interface Answers {
  /** @param of the part's project, whose files it may import, and its id, by which it goes to the kernel that knows its shapes */
  evaluate(of: { projectId: string; partId: string }, part: Part, ask: Ask): Promise<Answer>
}

/** Names an answer: equal parts and questions have equal keys. */
export const answerKey = (part: Part, ask: Ask): string => digest(JSON.stringify([ask, part]))

export function createAnswers(kernels: Pick<Kernels, 'evaluate'>, files: PartFiles, mostBytes = MOST_BYTES): Answers {
  // The least recently used first.
  const kept = new Map<string, { answer: Answer; bytes: number }>()
  const asked = new Map<string, Promise<Answer>>()
  let total = 0

  function forget(key: string): void {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function keep(key: string, answer: Answer): void {
    forget(key)
    const bytes = key.length * 2 + answerBytes(answer)
    kept.set(key, { answer, bytes })
    total += bytes
    for (const oldest of kept.keys()) {
      if (total <= mostBytes) break
      forget(oldest)
    }
  }

  return {
    async evaluate({ projectId, partId }, given, ask) {
      const part = await files.ofProject(projectId, given)
      const key = answerKey(part, ask)
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known.answer
      }
      const underway = asked.get(key)
      if (underway) return underway
      const answer = kernels.evaluate(part, ask, {
        affinity: partId,
        owner: projectId,
        file: (hash) => files.read(projectId, hash),
      })
      asked.set(key, answer)
      try {
        const made = await answer
        if (made.kind !== 'refused' || !isOfMoment(made.code)) keep(key, made)
        return made
      } finally {
        asked.delete(key)
      }
    },
  }
}

/** Whether the same question may have another answer later: no kernel was free, or it could not be started. */
export const isOfMoment = (code: string): boolean =>
  ['kernel_timeout', 'kernel_crashed', 'out_of_memory'].includes(code)

function answerBytes(answer: Answer): number {
  switch (answer.kind) {
    case 'mesh': {
      const { positions, normals, indices, lines } = answer.mesh
      return positions.byteLength + normals.byteLength + indices.byteLength + lines.byteLength
    }
    case 'export':
      return answer.bytes.byteLength
    case 'picture':
      return answer.pixels.byteLength
    default:
      return JSON.stringify(answer).length * 2
  }
}
