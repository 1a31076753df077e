import { exportSite as exportRoute } from '@atelier/api'
import type { Api } from './api.ts'
import type { ExportCommand } from './command.ts'
import { exitCodes, Problem } from './problem.ts'
import { findProject } from './projects.ts'
import { saveAnswer } from './save.ts'

/** Writes the project's site, as it is now, into a ZIP file. The file is written completely or not at all. */
export async function exportSite(api: Api, command: ExportCommand, print: (text: string) => void): Promise<number> {
  const id = await findProject(api, command.project)
  const answer = await api.open(exportRoute, { params: { id } })
  if (!answer.body) throw new Problem('The server sent no archive.')
  const bytes = await saveAnswer(answer.body, command.out)
  print(command.format === 'text' ? `${command.out}\n` : `${JSON.stringify({ file: command.out, bytes })}\n`)
  return exitCodes.done
}
