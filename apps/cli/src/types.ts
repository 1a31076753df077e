import { writeFile } from 'node:fs/promises'
import { listPublishedModels } from '@atelier/api'
import type { Api } from './api.ts'
import type { TypesCommand } from './command.ts'
import { contentClient } from './contentClient.ts'
import { exitCodes, Problem } from './problem.ts'
import { findProject } from './projects.ts'

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Writes a typed client for the read API of a project's content, from the models that the key may read. */
export async function types(api: Api, command: TypesCommand, print: (text: string) => void): Promise<number> {
  const { project, out } = command
  // A key of the Conversation API reads the content of its project, and not the list of projects.
  const projectId = ID.test(project) ? project : await findProject(api, project)
  const content = await api.call(listPublishedModels, { params: { projectId } })
  await writeFile(out, contentClient(projectId, content)).catch((error: unknown) => {
    throw new Problem(`${out} could not be written: ${error instanceof Error ? error.message : String(error)}.`)
  })
  const models = content.models.map(({ id }) => id)
  print(command.format === 'text' ? `${out}\n` : `${JSON.stringify({ file: out, models })}\n`)
  return exitCodes.done
}
