import { Editor } from './site/Editor.tsx'

/** The editor of the project in the address; another project is another editor. */
export function ProjectRoute({ params: { projectId } }: { params: { projectId: string } }) {
  return <Editor key={projectId} projectId={projectId} />
}
