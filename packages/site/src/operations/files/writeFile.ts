import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import type { SiteServices } from '../../context/services.ts'
import { askForPackageSheets } from '../../files/packageStyles.ts'
import { weightOfFile } from '../../files/weight.ts'
import { FileName, FileResult } from './fileTarget.ts'
import { wantedSheets, writeAll } from './writeFiles.ts'

export const writeFile = defineOperation({
  id: 'site.writeFile',
  summary: 'Write a file',
  description: 'Make or overwrite one whole file, as writeFiles does.',
  icon: 'file-plus-2',
  keywords: ['create file', 'save file', 'overwrite page', 'write page as html'],
  effect: 'write',
  fromReading: true,
  onDemand: true,
  affects: ['site', 'page', 'styles'],
  input: Type.Object(
    {
      filename: FileName,
      content: Type.String({ description: 'Complete' }),
      summary: Type.Optional(Type.String({ description: 'For the person' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ success: Type.Literal(true), fileName: Type.String(), result: Type.Optional(FileResult) }),
  weight: (context: SiteContext, { filename }, enough) => weightOfFile(context, filename, enough),
  question: (context: SiteContext, { filename, content }) => wantedSheets(context, { [filename]: { content } }),
  outside: (services: SiteServices, _input, { question, signal }) => askForPackageSheets(services, question, signal),
  async run(context: SiteContext, { filename, content }, sheets) {
    const written = await writeAll(context, { [filename]: { content } }, sheets)
    if (!written.ok || !written.data) return written.ok ? ok() : written
    const [result] = written.data.results
    const data = { success: true as const, fileName: result?.file ?? filename, ...(result ? { result } : {}) }
    return ok(data, { warnings: written.warnings ?? [] })
  },
})
