import { publish as publishRoute } from '@atelier/api'
import type { Api } from './api.ts'
import type { PublishCommand } from './command.ts'
import { exitCodes } from './problem.ts'
import { findProject } from './projects.ts'

/** Publishes the project and prints the release. */
export async function publish(api: Api, command: PublishCommand, print: (text: string) => void): Promise<number> {
  const id = await findProject(api, command.project)
  const release = await api.call(publishRoute, { params: { id } })
  print(command.format === 'text' ? `${release.url}\n` : `${JSON.stringify(release)}\n`)
  return exitCodes.done
}
