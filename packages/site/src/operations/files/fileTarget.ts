import { type Envelope, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { type FileReport, findFile } from '../../files/files.ts'
import { listFiles, type SiteFile } from '../../files/list.ts'
import { normalizeName, shortName } from '../../files/names.ts'
import type { Found } from '../shared/target.ts'

/** How many characters of a file a result holds. */
export const MOST_SHOWN = 20_000
/** A page of fewer characters is taken for a slip. */
const LEAST_PAGE = 50

/** The name of a file as an input. */
export const FileName = Type.String({ minLength: 1, maxLength: 1_000 })

/** A file by the name that a model gave it. */
export async function targetFile(context: SiteContext, given: string, path: string): Promise<Found<SiteFile>> {
  const found = (await findFile(context, given)) ?? (await findFile(context, normalizeName(given)))
  if (found) return { found }
  const names = (await listFiles(context)).map(({ name }) => name)
  const more = names.length > 60 ? ` and ${names.length - 60} more` : ''
  const message = `There is no file "${given.slice(0, 100)}".`
  return {
    refused: fail('unknown_file', message, { path, hint: `The files are ${names.slice(0, 60).join(', ')}${more}.` }),
  }
}

/** The error of a page's text that is too short to be meant; undefined if it is not. */
export function tooSmall(name: string, content: string): Envelope<never> | undefined {
  if (!/\.html?$/.test(name) || content.trim().length >= LEAST_PAGE) return undefined
  const message = `${shortName(name)} would hold ${content.trim().length} characters; a page holds at least ${LEAST_PAGE}.`
  return fail('too_small', message, { hint: 'Send the whole content of the file.' })
}

/** A text as it is shown in a result: of a long one the first and last fifty lines. */
export function shownText(text: string): { content: string; truncated?: true } {
  if (text.length <= MOST_SHOWN) return { content: text }
  const lines = text.split('\n')
  const half = (list: readonly string[]) => list.join('\n').slice(0, MOST_SHOWN / 2)
  const left = Math.max(0, lines.length - 100)
  return { content: `${half(lines.slice(0, 50))}\n… ${left} lines …\n${half(lines.slice(-50))}`, truncated: true }
}

export const FileResult = Type.Object({
  file: Type.String(),
  success: Type.Boolean(),
  action: Type.Optional(Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('unchanged')])),
  /** Elements that stayed the same nodes, were made, and are gone. */
  kept: Type.Optional(Type.Integer()),
  created: Type.Optional(Type.Integer()),
  deleted: Type.Optional(Type.Integer()),
  refused: Type.Optional(Type.Array(Type.Object({ what: Type.String(), where: Type.String(), why: Type.String() }))),
  error: Type.Optional(Type.String()),
})

/** How many refusals a result lists. */
const LISTED = 30

export function reportOf({ file, action, kept, created, deleted, refused }: FileReport) {
  return {
    file,
    success: true,
    action,
    kept,
    created,
    deleted,
    ...(refused.length > 0 ? { refused: refused.slice(0, LISTED) } : {}),
  }
}

export const errorOf = (problem: Envelope<never>) =>
  problem.ok || !problem.error ? 'It failed.' : [problem.error.message, problem.error.hint].filter(Boolean).join(' ')
