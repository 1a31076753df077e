import { defineOperation, fail, ok } from '@atelier/operation'
import { type Static, Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import type { PackageSheet, SiteServices } from '../../context/services.ts'
import { deadLinks } from '../../files/deadLinks.ts'
import { findFile, noteWrittenFiles, writeText } from '../../files/files.ts'
import { normalizeFiles, shortName } from '../../files/names.ts'
import {
  askForPackageSheets,
  keepPackageSheets,
  type PackageFile,
  packageSheetsWanted,
} from '../../files/packageStyles.ts'
import { unloadedScript } from '../../files/scripts.ts'
import { weightOfFile } from '../../files/weight.ts'
import { tooLarge } from '../shared/target.ts'
import { errorOf, FileResult, reportOf, tooSmall } from './fileTarget.ts'

/** How many characters of what is wrong with the files an error holds. */
const MOST_SAID = 600
/** The most files of one call. */
const MOST_FILES = 100

export const WriteResult = Type.Object({
  success: Type.Union([Type.Boolean(), Type.Literal('partial')]),
  /** Set if nothing was sent again and again: there is no use in going on. */
  fatal: Type.Optional(Type.Literal(true)),
  /** The files that were written. */
  fileNames: Type.Array(Type.String()),
  results: Type.Array(FileResult),
})

export const writeFiles = defineOperation({
  id: 'site.writeFiles',
  summary: 'Write files',
  description:
    'Make or overwrite whole files by name: about.html, blog/post.html, _components/header.html, styles.css, scripts/menu.js. Nodes that are recognised stay the same.',
  icon: 'files',
  keywords: ['create files', 'save files', 'generate pages', 'write pages as html', 'site as files'],
  effect: 'write',
  fromReading: true,
  onDemand: true,
  affects: ['site', 'page', 'styles'],
  input: Type.Object(
    {
      files: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Array(Type.Unknown())], {
        description: 'File name → complete content',
      }),
      summary: Type.Optional(Type.String({ description: 'For the person' })),
    },
    { additionalProperties: false },
  ),
  output: WriteResult,
  async weight(context: SiteContext, { files }, enough) {
    let weight = 0
    for (const name of normalizeFiles(files).files.keys()) {
      if (weight < enough) weight += await weightOfFile(context, name, enough)
    }
    return weight
  },
  question: (context: SiteContext, { files }) => wantedSheets(context, files),
  outside: (services: SiteServices, _input, { question, signal }) => askForPackageSheets(services, question, signal),
  run: (context: SiteContext, { files }, sheets) => writeAll(context, files, sheets),
})

/** The stylesheets of packages that files load and that the site does not have; undefined if there is none. */
export function wantedSheets({ site }: SiteContext, given: unknown): PackageFile[] | undefined {
  const wanted = packageSheetsWanted(site, normalizeFiles(given).files.values())
  return wanted.length > 0 ? wanted : undefined
}

/**
 * Writes what was sent as files; those that are refused are listed, and the others written.
 * @param sheets the answers of the registry for stylesheets of packages that the files load, by address
 */
export async function writeAll(
  context: SiteContext,
  given: unknown,
  sheets: ReadonlyMap<string, PackageSheet> = new Map(),
) {
  const { files, dropped } = normalizeFiles(given)
  const failures = await context.services?.files?.failed('', files.size === 0)
  if (files.size === 0) {
    if ((failures ?? 0) > 1) {
      const said = 'Nothing was sent for the second time: no file can be written like this.'
      return ok({ success: false, fatal: true as const, fileNames: [], results: [] }, { warnings: [said] })
    }
    const message = dropped.length > 0 ? `No file was sent: ${dropped.slice(0, 5).join(' ')}` : 'No file was sent.'
    return fail('no_files', message, {
      path: '/files',
      hint: 'Send a map from file names to contents: {"about.html": "<!doctype html>…"}.',
    })
  }
  if (files.size > MOST_FILES) {
    return fail('too_large', `${files.size} files were sent; at most ${MOST_FILES} are taken at once.`, {
      path: '/files',
      hint: 'Send the rest in another call.',
    })
  }
  keepPackageSheets(context, packageSheetsWanted(context.site, files.values()), sheets)
  const results: Static<typeof FileResult>[] = []
  const warnings = [...dropped]
  for (const [name, content] of sortFiles(files)) {
    const refused = tooLarge(content, `/files/${shortName(name)}`) ?? tooSmall(name, content)
    const written = refused ? { problem: refused } : await writeText(context, name, content)
    if (written.problem) results.push({ file: shortName(name), success: false, error: errorOf(written.problem) })
    else {
      results.push(reportOf(written.report))
      warnings.push(...written.report.warnings.map((each) => `${name}: ${each}`))
    }
  }
  for (const { file, success } of results) {
    const found = success && /\.(?:html?|m?js|ts)$/.test(file) ? await findFile(context, file) : undefined
    // Shared parts are written before the pages that they lead to.
    const dead = found?.kind === 'page' ? await deadLinks(context, found) : undefined
    const unloaded = found?.kind === 'code' ? unloadedScript(found.asset) : undefined
    if (unloaded !== undefined) warnings.push(unloaded)
    if (dead !== undefined) warnings.push(`${file}: ${dead}`)
  }
  const fileNames = results.flatMap(({ file, success }) => (success ? [file] : []))
  if (fileNames.length > 1) await noteWrittenFiles(context, fileNames)
  if (fileNames.length === 0) {
    const message = results.map(({ file, error }) => `${file}: ${error}`).join(' ')
    return fail('not_written', message.slice(0, MOST_SAID), { path: '/files', hint: 'Mend them and send them again.' })
  }
  const success = fileNames.length === results.length ? (true as const) : ('partial' as const)
  return ok({ success, fileNames, results }, { warnings })
}

/** Shared parts and components first, which pages name. */
function sortFiles(files: ReadonlyMap<string, string>): [string, string][] {
  const rank = (name: string) => (name.startsWith('_components/') ? 0 : /\.html?$/.test(name) ? 2 : 1)
  return [...files].sort(([a], [b]) => rank(a) - rank(b))
}
