import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import {
  createPart,
  exportPart as exportRoute,
  importPart as importRoute,
  listParts,
  readPartPicture,
} from '@atelier/api'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Api } from './api.ts'
import type { ExportPartCommand, ImportPartCommand } from './command.ts'
import { exitCodes, Problem } from './problem.ts'
import { findProject } from './projects.ts'
import { saveAnswer } from './save.ts'

type Print = (text: string) => void

const formats = ['step', 'stl', '3mf', 'glb'] as const
const Imported = Type.Object({ featureId: Type.String() })

/** Writes a part into a file whose ending says the format. */
export async function exportPart(api: Api, command: ExportPartCommand, print: Print): Promise<number> {
  const { out } = command
  const ending = extname(out).slice(1).toLowerCase().replace(/^stp$/, 'step')
  const format = formats.find((each) => each === ending)
  if (format === undefined && ending !== 'png') {
    const hint = `Name it .${[...formats, 'png'].join(', .')}.`
    throw new Problem(`The name ${out} does not say which format to write.`, { code: exitCodes.usage, hint })
  }
  const id = await findProject(api, command.project)
  const params = { id, partId: await findPart(api, id, command.part) }
  const answer =
    format === undefined
      ? await api.open(readPartPicture, { params, query: {} })
      : await api.open(exportRoute, { params, query: { format } })
  if (!answer.body) throw new Problem('The server sent no file.')
  const bytes = await saveAnswer(answer.body, out)
  print(command.format === 'text' ? `${out}\n` : `${JSON.stringify({ file: out, bytes })}\n`)
  return exitCodes.done
}

/** Adds the solids of a STEP file to a part: to a new one if none is named. */
export async function importPart(api: Api, command: ImportPartCommand, print: Print): Promise<number> {
  const { source } = command
  const bytes = await readFile(source).catch(() => undefined)
  if (!bytes) throw new Problem(`There is no file "${source}".`, { code: exitCodes.usage })
  const id = await findProject(api, command.project)
  const name = basename(source, extname(source)).slice(0, 200) || 'Part'
  const partId =
    command.part === undefined
      ? (await api.call(createPart, { params: { id }, body: { name } })).id
      : await findPart(api, id, command.part)
  const answer = await api.open(importRoute, { params: { id, partId }, query: { name }, body: new Uint8Array(bytes) })
  const { featureId } = Value.Parse(Imported, await answer.json())
  print(command.format === 'text' ? `${partId}\n` : `${JSON.stringify({ partId, featureId })}\n`)
  return exitCodes.done
}

/** The id of the part that an id or a name means. @throws Problem */
async function findPart(api: Api, id: string, wanted: string): Promise<string> {
  const { parts } = await api.call(listParts, { params: { id } })
  const named = parts.filter((part) => part.id === wanted || part.name === wanted)
  const [only] = named
  if (only && named.length === 1) return only.id
  const listed = (named.length > 1 ? named : parts).slice(0, 20).map((part) => `${part.id} (${part.name})`)
  const hint = listed.length > 0 ? `There are ${listed.join(', ')}.` : 'The project has no parts yet.'
  throw new Problem(named.length > 1 ? `Several parts are called "${wanted}".` : `There is no part "${wanted}".`, {
    hint,
  })
}
