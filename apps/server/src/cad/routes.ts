import {
  createPart,
  exportPart,
  importPart,
  listParts,
  type PartBuild,
  readPart,
  readPartPicture,
  readPartUses,
} from '@atelier/api'
import { type Answer, type Ask, type Build, type Part, readPart as readPartOf } from '@atelier/cad'
import type { Documents } from '@atelier/documents'
import { Hono } from 'hono'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Environment } from '../auth/environment.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { MediaFiles } from '../media/files.ts'
import { type CallServices, callOperation } from '../operations/callOperation.ts'
import type { Scopes } from '../operations/scopes.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import { type Answers, isOfMoment } from './answers.ts'
import type { Parts } from './parts.ts'
import { findPartUses } from './partUses.ts'
import { HEIGHT, type PartPictures, WIDTH } from './pictures.ts'

interface PartServices extends MountServices, CallServices {
  documents: Pick<Documents, 'inProject' | 'changes'> & CallServices['documents']
  parts: Parts
  partAnswers: Answers
  partPictures: PartPictures
  mediaFiles: Pick<MediaFiles, 'receive'>
  scopes: Pick<Scopes, 'bound'>
}

/** The most bytes of a file that is imported. */
const MOST_BYTES = 50 * 1024 * 1024
const Imported = Type.Object({ featureId: Type.String() })

const MOST_PIXELS = 2_000

const fileTypes = {
  step: { type: 'model/step', extension: 'step' },
  stl: { type: 'model/stl', extension: 'stl' },
  '3mf': { type: 'model/3mf', extension: '3mf' },
  glb: { type: 'model/gltf-binary', extension: 'glb' },
} as const

/** CAD parts of a project: their list, measures, files and pictures. They are edited by operations of the scope `part`. */
export function partRoutes(services: PartServices): Hono<Environment> {
  const { parts, partAnswers } = services
  const routes = new Hono<Environment>()
  const mount = createMount(services)

  const open = async (projectId: string, partId: string) => {
    const found = await parts.open(projectId, partId)
    if (!found) throw notFound('part')
    return { name: found.name, part: readPartOf(found.view) }
  }

  /** A part without a change set, or with it. */
  const changed = async (projectId: string, partId: string, changeSetId: string, side: 'before' | 'after') => {
    const set = await services.documents.changes(changeSetId)
    const found =
      set?.projectId === projectId ? set.documents.find(({ documentId }) => documentId === partId) : undefined
    if (!found) throw notFound('change')
    return { part: readPartOf(found[side]) }
  }

  /** @throws Refusal if the kernel has no such answer */
  const ask = async <Kind extends Answer['kind']>(
    of: { projectId: string; partId: string },
    part: Part,
    question: Ask & { kind: Kind },
  ): Promise<Extract<Answer, { kind: Kind }>> => {
    const answer = await partAnswers.evaluate(of, part, question)
    if (isAnswerOf<Kind>(answer, question.kind)) return answer
    throw kernelRefusal(answer)
  }

  mount(routes, listParts, async ({ access: { project } }) => {
    const listed = await parts.list(project.id)
    return { ...listed, parts: listed.parts.map(({ order: _, ...part }) => part) }
  })

  mount(routes, createPart, ({ identity: { userId }, access: { project, capabilities }, body: { name, folder } }) =>
    parts.create({ projectId: project.id, userId, capabilities, name, folder }),
  )

  mount(routes, readPart, async ({ access: { project }, params: { partId } }) => {
    const { name, part } = await open(project.id, partId)
    const { build } = await ask({ projectId: project.id, partId }, part, { kind: 'build' })
    return builtPart(partId, name, part, build)
  })

  mount(routes, readPartUses, async ({ access: { project }, params: { partId } }) => {
    await open(project.id, partId)
    return { pages: [...((await findPartUses(services.documents, project, [partId])).get(partId) ?? [])] }
  })

  mount(routes, exportPart, async ({ access: { project }, params: { partId }, query: { format } }) => {
    const { name, part } = await open(project.id, partId)
    const { bytes } = await ask({ projectId: project.id, partId }, part, { kind: 'export', format, name: 'part' })
    const { type, extension } = fileTypes[format]
    const plain = name.replace(/[^\w. -]/g, '_')
    return new Response(bytes, {
      headers: {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encodeURIComponent(`${name}.${extension}`).replaceAll("'", '%27')}`,
      },
    })
  })

  mount(routes, importPart, async ({ identity, access, params: { partId }, query: { name }, context }) => {
    const { project } = access
    await open(project.id, partId)
    const operation = services.scopes.bound('part.importStep')
    if (!operation) throw notFound('operation')
    const hash = await keepFile(services.mediaFiles, project.id, context.req.raw.body)
    const input = { hash, ...(name === undefined ? {} : { name }) }
    const focus = { documentId: partId }
    const { result, changeSetId } = await callOperation(services, { identity, access, operation, input, focus })
    if (!result.ok) {
      const { code = 'import_failed', message = 'The file was not imported.', hint } = result.error ?? {}
      throw new Refusal(isOfMoment(code) ? 503 : 400, code, message, hint === undefined ? {} : { hint })
    }
    const { featureId } = Value.Parse(Imported, result.data)
    return { featureId, ...(changeSetId === undefined ? {} : { changeSetId }) }
  })

  mount(routes, readPartPicture, async ({ access: { project }, params: { partId }, query, context }) => {
    const { part } =
      query.changeSet === undefined
        ? await open(project.id, partId)
        : await changed(project.id, partId, query.changeSet, query.side ?? 'after')
    const [width, height] = [Number(query.width ?? WIDTH), Number(query.height ?? HEIGHT)]
    if (Math.max(width, height) > MOST_PIXELS)
      throw new Refusal(400, 'invalid_input', `A picture is at most ${MOST_PIXELS} pixels wide and high.`, {
        path: width > MOST_PIXELS ? '/width' : '/height',
      })
    const answered = await services.partPictures.answer({
      of: { projectId: project.id, partId },
      part,
      view: query.view ?? 'iso',
      width,
      height,
      ifNoneMatch: context.req.header('if-none-match'),
    })
    if (answered instanceof Response) return answered
    throw kernelRefusal(answered)
  })

  return routes
}

const isAnswerOf = <Kind extends Answer['kind']>(
  answer: Answer,
  kind: Kind,
): answer is Extract<Answer, { kind: Kind }> => answer.kind === kind

/** Keeps a STEP file with the project's media and returns its hash. @throws Refusal */
async function keepFile(
  files: PartServices['mediaFiles'],
  projectId: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<string> {
  if (!body) throw new Refusal(400, 'import_failed', 'The request holds no file.')
  const incoming = await files.receive(projectId, body, { headBytes: 200, mayGoOn: (bytes) => bytes <= MOST_BYTES })
  if (!incoming) throw new Refusal(413, 'too_large', 'A STEP file may have up to 50 MB.')
  if (!new TextDecoder().decode(incoming.head).includes('ISO-10303-21')) {
    await incoming.discard()
    throw new Refusal(400, 'import_failed', 'This is no STEP file.', { hint: 'Export it as STEP AP214 or AP242.' })
  }
  await incoming.keep()
  return incoming.hash
}

/** The server lacks a kernel at the moment, or the part as it is has no such answer. */
function kernelRefusal(answer: Answer): Refusal {
  if (answer.kind !== 'refused') throw new Error(`The kernel answered ${answer.kind} to another question.`)
  const { code, message, hint } = answer
  return new Refusal(isOfMoment(code) ? 503 : 409, code, message, hint === undefined ? {} : { hint })
}

const pointOf = ([x, y, z]: readonly [number, number, number]): [number, number, number] => [x, y, z]

function builtPart(id: string, name: string, part: Part, build: Build): PartBuild {
  const built = new Map(build.features.map((each) => [each.id, each]))
  const measured = new Map(build.requirements.map((each) => [each.id, each]))
  const { centre, box, ...measures } = build.measures
  return {
    id,
    name,
    units: part.units,
    density: part.density,
    features: part.features.map((feature) => {
      const { status = 'skipped', error } = built.get(feature.id) ?? {}
      return {
        id: feature.id,
        type: feature.type,
        name: feature.name,
        status,
        ...(error
          ? { error: { code: error.code, message: error.message, ...(error.hint ? { hint: error.hint } : {}) } }
          : {}),
      }
    }),
    parameters: part.parameters.map((parameter) => {
      const value = build.parameters[parameter.name]
      return {
        id: parameter.id,
        name: parameter.name,
        expression: parameter.expression,
        ...(value === undefined ? {} : { value }),
      }
    }),
    requirements: part.requirements.map((requirement) => {
      const { measured: now, holds = false } = measured.get(requirement.id) ?? {}
      const { measure, is, value } = requirement
      return {
        id: requirement.id,
        name: requirement.name,
        ...{ measure, is, value, holds },
        ...(now === undefined ? {} : { measured: now }),
      }
    }),
    measures: {
      ...measures,
      ...(centre ? { centre: pointOf(centre) } : {}),
      ...(box ? { box: { min: pointOf(box.min), max: pointOf(box.max) } } : {}),
    },
  }
}
