import { type Part, type PictureView, pictureViews, readPart } from '@atelier/cad'
import sharp from 'sharp'
import { digest } from '../auth/secrets.ts'
import { matchesTag } from '../media/serve.ts'
import { type Answers, answerKey } from './answers.ts'
import type { Parts } from './parts.ts'

export const WIDTH = 960
export const HEIGHT = 720

/** Pictures of parts as PNG, each with a tag by which a browser asks whether it is still right. */
export interface PartPictures {
  /** @returns the refusal of the kernel if it has no picture */
  answer(request: {
    of: { projectId: string; partId: string }
    part: Part
    view: PictureView
    width: number
    height: number
    ifNoneMatch: string | undefined
  }): Promise<Response | Exclude<Awaited<ReturnType<Answers['evaluate']>>, { kind: 'picture' }>>
  /** The picture of a part as an editor shows it on a page, by a query that pages write; undefined if there is none. */
  onPage(
    of: { projectId: string; partId: string },
    query: { view?: string | undefined; config?: string | undefined; ifNoneMatch: string | undefined },
  ): Promise<Response | undefined>
}

export function createPartPictures({
  answers,
  parts,
  version,
}: {
  answers: Answers
  parts: Pick<Parts, 'open'>
  version: string
}): PartPictures {
  const answer: PartPictures['answer'] = async ({ of, part, view, width, height, ifNoneMatch }) => {
    const question = { kind: 'picture', view, width, height } as const
    // Another version of the server may draw another picture of the same part.
    const tag = `"${digest(`${version} ${answerKey(part, question)}`).slice(0, 32)}"`
    const headers = { 'Content-Type': 'image/png', 'Cache-Control': 'private, no-cache', ETag: tag }
    if (matchesTag(ifNoneMatch ?? null, tag)) return new Response(null, { status: 304, headers })
    const made = await answers.evaluate(of, part, question)
    if (made.kind !== 'picture') return made
    const png = await sharp(made.pixels, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    return new Response(new Uint8Array(png), { headers })
  }
  return {
    answer,
    async onPage(of, { view, config, ifNoneMatch }) {
      const found = await parts.open(of.projectId, of.partId)
      if (!found) return undefined
      const { configurations } = readPart(found.view)
      const chosen = configurations.find(({ id, name }) => id === config || name === config)
      const answered = await answer({
        of,
        part: readPart(found.view, chosen?.id),
        view: pictureViews.find((each) => each === view) ?? 'iso',
        width: WIDTH,
        height: HEIGHT,
        ifNoneMatch,
      })
      return answered instanceof Response ? answered : undefined
    },
  }
}
