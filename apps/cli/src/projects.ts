import { Type } from 'typebox'
import type { Api } from './api.ts'
import { Problem } from './problem.ts'

const Projects = Type.Object({
  projects: Type.Array(Type.Object({ id: Type.String(), slug: Type.String() })),
})

/**
 * The id of the project with this slug or id.
 * @throws Problem that names those there are
 */
export async function findProject(api: Api, slug: string): Promise<string> {
  const { projects } = await api.json(Projects, 'GET', '/api/projects')
  const found = projects.find((project) => project.slug === slug || project.id === slug)
  if (found) return found.id
  const known = projects.map((project) => project.slug).join(', ')
  throw new Problem(`There is no project "${slug}".`, {
    hint: known === '' ? 'The key reaches no project.' : `There are: ${known}.`,
  })
}
