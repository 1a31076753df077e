import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { readText } from '../../files/files.ts'
import { listFiles } from '../../files/list.ts'
import { weightOfFile } from '../../files/weight.ts'
import type { Found } from '../shared/target.ts'
import { FileName, MOST_SHOWN, targetFile } from './fileTarget.ts'

/** The name under which the list of all files is read. */
const ALL = '.'

export const readFile = defineOperation({
  id: 'site.readFile',
  summary: 'Read a file',
  description:
    'Read a page, component, stylesheet or script as a file: index.html, about.html, _components/header.html, styles.css; “.” lists all files. Long files in parts by startLine.',
  icon: 'file-search',
  keywords: ['view file', 'cat', 'open file', 'file content', 'site as files', 'list files'],
  effect: 'read',
  heavy: true,
  onDemand: true,
  input: Type.Object(
    {
      file: FileName,
      startLine: Type.Optional(Type.Integer({ minimum: 1 })),
      endLine: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: Type.Literal(true),
    file: Type.String(),
    content: Type.String(),
    /** The length of the whole file, in characters. */
    length: Type.Integer(),
    totalLines: Type.Integer(),
    /** The lines in `content`, counted from 1, if these are not all. */
    readRange: Type.Optional(Type.Object({ startLine: Type.Integer(), endLine: Type.Integer() })),
    /** Set if the content ends before the lines that were asked for. */
    truncated: Type.Optional(Type.Literal(true)),
  }),
  weight: (context: SiteContext, { file }, enough) => weightOfFile(context, file, enough),
  async run(context: SiteContext, { file: name, startLine, endLine }) {
    const { found: file, refused } = name.trim() === ALL ? await listing(context) : await readNamedFile(context, name)
    if (refused) return refused
    const { text } = file
    const lines = text.split('\n')
    const [first, last] = [startLine ?? 1, Math.min(endLine ?? lines.length, lines.length)]
    if (first > lines.length || last < first) {
      const message = `${file.name} has ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}; ${first} to ${endLine ?? lines.length} are none of them.`
      return fail('no_such_lines', message, { path: '/startLine', hint: `Ask for lines from 1 to ${lines.length}.` })
    }
    let end = first - 1
    let length = 0
    while (end < last && (end === first - 1 || length + (lines[end]?.length ?? 0) < MOST_SHOWN)) {
      length += (lines[end]?.length ?? 0) + 1
      end += 1
    }
    const content = lines.slice(first - 1, end).join('\n')
    const isWhole = first === 1 && end === lines.length && content.length <= 4 * MOST_SHOWN
    return ok({
      success: true as const,
      file: file.name,
      content: content.slice(0, 4 * MOST_SHOWN),
      length: text.length,
      totalLines: lines.length,
      ...(isWhole ? {} : { readRange: { startLine: first, endLine: end } }),
      ...(end < last || content.length > 4 * MOST_SHOWN ? { truncated: true as const } : {}),
    })
  },
})

/** A file as it is read. */
type Readable = { name: string; text: string }

async function readNamedFile(context: SiteContext, name: string): Promise<Found<Readable>> {
  const { found: file, refused } = await targetFile(context, name, '/file')
  return file ? { found: { name: file.name, text: await readText(context, file) } } : { refused }
}

async function listing(context: SiteContext): Promise<Found<Readable>> {
  const names = (await listFiles(context)).map(({ name }) => name)
  return { found: { name: ALL, text: names.join('\n') } }
}
