import { useParams } from '@tanstack/react-router'
import { Editor } from './site/Editor.tsx'

/** The editor of the project in the address; another project is another editor. */
export function ProjectRoute() {
  const { projectId } = useParams({ from: '/member/projects/$projectId' })
  return <Editor key={projectId} projectId={projectId} />
}
