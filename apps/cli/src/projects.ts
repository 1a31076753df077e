import { listProjects } from '@atelier/api'
import type { Api } from './api.ts'
import { Problem } from './problem.ts'

/**
 * The id of the project with this slug or id.
 * @throws Problem that names those there are
 */
export async function findProject(api: Api, slug: string): Promise<string> {
  const { projects } = await api.call(listProjects, {})
  const found = projects.find((project) => project.slug === slug || project.id === slug)
  if (found) return found.id
  const known = projects.map((project) => project.slug).join(', ')
  throw new Problem(`There is no project "${slug}".`, {
    hint: known === '' ? 'The key reaches no project.' : `There are: ${known}.`,
  })
}
