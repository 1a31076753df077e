import { type Answer, type Build, type Part, type PictureView, pictureViews, readPart } from '@atelier/cad'
import type { Fields } from '@atelier/documents'
import { type PartRequest, type PartSource, type PublishedPart, viewOfFields } from '@atelier/site'
import sharp from 'sharp'
import { digest } from '../auth/secrets.ts'
import type { MediaFiles } from '../media/files.ts'
import type { Answers } from './answers.ts'

const WIDTH = 1200
const HEIGHT = 900
const GLB = 'model/gltf-binary'

export interface PublishedPartsOptions {
  answers: Answers
  files: Pick<MediaFiles, 'put'>
  viewer: PartSource['viewer']
  /** Names the program: another version of it may build and draw the same part otherwise. */
  version: string
}

/** Makes the files that published pages show of parts: a model and a picture. */
export interface PublishedParts {
  /**
   * The parts of a project as they are in some documents.
   * @param listed the parts that there are; undefined for those of any document that holds one
   * @param open returns the fields of a part's document
   */
  of(
    projectId: string,
    listed: ReadonlyMap<string, string>,
    open: (partId: string) => Promise<Fields | undefined>,
  ): PartSource
}

export function createPublishedParts({ answers, files, viewer, version }: PublishedPartsOptions): PublishedParts {
  return {
    of(projectId, listed, open) {
      const opened = new Map<string, Promise<Fields | undefined>>()
      const fieldsOf = (partId: string): Promise<Fields | undefined> => {
        const known = opened.get(partId) ?? (listed.has(partId) ? open(partId) : Promise.resolve(undefined))
        opened.set(partId, known)
        return known
      }

      return {
        viewer,
        async versionOf(partId) {
          const fields = await fieldsOf(partId)
          if (!fields) return undefined
          const [view, { path }] = [viewOfFields(fields), await viewer()]
          const name = listed.get(partId)
          return digest(JSON.stringify([version, path, name, readPart(view, null), readPart(view).configuration ?? '']))
        },
        async files({ partId, configuration, view: wanted, choices: offered }, before) {
          const name = listed.get(partId) ?? partId
          const fields = await fieldsOf(partId)
          if (!fields) return { problem: `There is no part “${partId}”.` }
          const part = partIn(fields, configuration)
          if (!part) return { problem: `The part “${name}” has no configuration “${configuration}”.` }
          const view = pictureViews.find((each) => each === wanted) ?? 'iso'
          const stemOf = (each: Part) => `parts/${partId}-${digest(JSON.stringify([version, each, view])).slice(0, 16)}`
          const of = { projectId, partId }
          const stem = stemOf(part)
          const shown = before?.model.path === `${stem}.glb` ? before : await make(of, part, view, { stem, name })
          if ('problem' in shown) return shown
          const { choices: _, ...own } = shown
          if (!offered) return { ...own, name }
          const choices: NonNullable<PublishedPart['choices']> = []
          for (const each of configurationsOf(fields, part, name)) {
            const path = `${stemOf(each.part)}.glb`
            const known = [own, ...(before?.choices ?? [])].find(({ model }) => model.path === path)?.model
            const model = known ?? (await makeModel(of, each.part, { path, name: each.label }))
            if ('problem' in model) return model
            choices.push({ name: each.name, model })
          }
          return { ...own, name, choices }
        },
      }
    },
  }

  /** The model of a part as a file, if the part is built without errors. */
  async function makeModel(
    of: { projectId: string; partId: string },
    part: Part,
    { path, name }: { path: string; name: string },
  ): Promise<PublishedPart['model'] | { problem: string }> {
    const problem = problemOf(name, part, await answers.evaluate(of, part, { kind: 'build' }))
    if (problem !== undefined) return { problem }
    const model = await answers.evaluate(of, part, { kind: 'export', format: 'glb', name: 'part' })
    if (model.kind !== 'export') return { problem: refusalOf(name, model) }
    const { hash } = await files.put(of.projectId, model.bytes)
    return { path, contentType: GLB, blob: hash }
  }

  async function make(
    of: { projectId: string; partId: string },
    part: Part,
    view: PictureView,
    { stem, name }: { stem: string; name: string },
  ): Promise<PublishedPart | { problem: string }> {
    const model = await makeModel(of, part, { path: `${stem}.glb`, name })
    if ('problem' in model) return model
    const picture = await answers.evaluate(of, part, { kind: 'picture', view, width: WIDTH, height: HEIGHT })
    if (picture.kind !== 'picture') return { problem: refusalOf(name, picture) }
    const webp = await sharp(picture.pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
      .webp({ quality: 90, alphaQuality: 100, effort: 4 })
      .toBuffer()
    const { hash } = await files.put(of.projectId, webp)
    return {
      model,
      picture: { path: `${stem}.webp`, contentType: 'image/webp', blob: hash },
      width: WIDTH,
      height: HEIGHT,
    }
  }
}

/**
 * The part in each of its configurations, that which is shown first; if it is shown in none of them, it goes by its own name.
 */
function configurationsOf(fields: Fields, shown: Part, name: string) {
  const view = viewOfFields(fields)
  const all = shown.configurations.map((configuration) => ({
    name: configuration.name,
    label: `${name}, ${configuration.name}`,
    part: readPart(view, configuration.id),
  }))
  const key = JSON.stringify(shown)
  const isShown = ({ part }: { part: Part }) => JSON.stringify(part) === key
  const [first = { name, label: name, part: shown }] = all.filter(isShown)
  return [first, ...all.filter((each) => each !== first)]
}

/** A part in one of its configurations, by id or name; undefined if it has no such one. */
export function partIn(fields: Fields, configuration: PartRequest['configuration']): Part | undefined {
  const view = viewOfFields(fields)
  const part = readPart(view)
  if (configuration === undefined) return part
  const chosen = part.configurations.find(({ id, name }) => id === configuration || name === configuration)
  return chosen && readPart(view, chosen.id)
}

/** Why a part is not published as it is now; undefined if nothing speaks against it. */
function problemOf(name: string, part: Part, answer: Answer): string | undefined {
  if (answer.kind !== 'build') return refusalOf(name, answer)
  const failed = firstError(part, answer.build)
  if (failed !== undefined) return `The part “${name}” is not built: ${failed}`
  return answer.build.measures.bodies === 0 ? `The part “${name}” has no body yet.` : undefined
}

function firstError(part: Part, { features }: Build): string | undefined {
  const failed = features.find(({ status }) => status === 'error')
  if (!failed) return undefined
  const feature = part.features.find(({ id }) => id === failed.id)
  return `${feature?.name ?? failed.id}: ${failed.error?.message ?? 'it failed.'}`
}

const refusalOf = (name: string, answer: Answer): string =>
  `The part “${name}” could not be built${answer.kind === 'refused' ? `: ${answer.message}` : '.'}`
